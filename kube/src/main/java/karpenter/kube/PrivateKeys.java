package karpenter.kube;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/// Private keys as kubeconfig files hold them. The JDK reads PKCS#8 only, so the two older forms
/// are put into that envelope first.
final class PrivateKeys {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");

  private static final byte[] VERSION_0 = {2, 1, 0};
  // rsaEncryption with its null parameter, and id-ecPublicKey.
  private static final byte[] RSA = {
    0x30, 0x0d, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0
  };
  private static final byte[] EC = {6, 7, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1};

  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final int CURVE = 0xa0;

  private PrivateKeys() {}

  static PrivateKey read(String pem) throws GeneralSecurityException {
    var block = BLOCK.matcher(pem);
    if (!block.find()) {
      throw new InvalidKeyException("no unencrypted private key in PEM form");
    }
    var der = Base64.getMimeDecoder().decode(block.group(2));
    return switch (block.group(1)) {
      case "PRIVATE KEY" -> fromPkcs8(der);
      case "RSA PRIVATE KEY" -> fromPkcs8(envelope(RSA, der));
      case "EC PRIVATE KEY" -> fromPkcs8(envelope(tagged(SEQUENCE, join(EC, curve(der))), der));
      case String other -> throw new InvalidKeyException("a key of the form " + other);
    };
  }

  private static PrivateKey fromPkcs8(byte[] der) throws GeneralSecurityException {
    for (var algorithm : List.of("EC", "RSA", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (InvalidKeySpecException notThatKind) {
        // The envelope says which kind it is, but only the next factory can read that.
      }
    }
    throw new InvalidKeyException("neither an EC, an RSA nor an EdDSA key");
  }

  private static byte[] envelope(byte[] algorithm, byte[] key) {
    return tagged(SEQUENCE, join(VERSION_0, algorithm, tagged(OCTETS, key)));
  }

  /// What the field `[0]` of an EC key holds: the name of its curve.
  private static byte[] curve(byte[] der) throws InvalidKeyException {
    try {
      int at = contentOf(der, 0);
      while (at < der.length) {
        int content = contentOf(der, at);
        int length = lengthOf(der, at);
        if ((der[at] & 0xff) == CURVE) {
          return java.util.Arrays.copyOfRange(der, content, content + length);
        }
        at = content + length;
      }
    } catch (ArrayIndexOutOfBoundsException truncated) {
      throw new InvalidKeyException("the EC key is cut short", truncated);
    }
    throw new InvalidKeyException("the EC key does not name its curve");
  }

  private static int contentOf(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
  }

  private static int lengthOf(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    if (first < 0x80) {
      return first;
    }
    int length = 0;
    for (int i = 0; i < (first & 0x7f); i++) {
      length = (length << 8) | (der[at + 2 + i] & 0xff);
    }
    return length;
  }

  private static byte[] tagged(int tag, byte[] content) {
    var out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length < 0x80) {
      out.write(content.length);
    } else if (content.length < 0x100) {
      out.write(0x81);
      out.write(content.length);
    } else {
      out.write(0x82);
      out.write(content.length >> 8);
      out.write(content.length);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (var part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
