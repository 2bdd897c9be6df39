package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.security.InvalidKeyException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class PrivateKeysTest {
  /// The name of the curve P-256.
  private static final byte[] P256 = {6, 8, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 3, 1, 7};

  @Test
  void the_form_the_jdk_knows_is_read() throws Exception {
    for (var key : new PrivateKey[] {rsa(), ec()}) {
      assertThat(PrivateKeys.read(pem("PRIVATE KEY", key.getEncoded()))).isEqualTo(key);
    }
  }

  @Test
  void an_rsa_key_in_its_own_form_is_read() throws Exception {
    var key = rsa();
    // The last field of the envelope is the key; its header of 4 bytes gives the length.
    var encoded = key.getEncoded();
    var inner = Arrays.copyOfRange(encoded, 26, encoded.length);

    assertThat(PrivateKeys.read(pem("RSA PRIVATE KEY", inner))).isEqualTo(key);
  }

  @Test
  void an_ec_key_in_its_own_form_is_read() throws Exception {
    var key = ec();
    var number = new byte[32];
    var digits = key.getS().toByteArray();
    int from = Math.max(0, digits.length - 32);
    System.arraycopy(digits, from, number, 32 - (digits.length - from), digits.length - from);
    var body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {2, 1, 1, 4, 32});
    body.writeBytes(number);
    body.write(0xa0);
    body.write(P256.length);
    body.writeBytes(P256);
    var sequence = new ByteArrayOutputStream();
    sequence.write(0x30);
    sequence.write(body.size());
    sequence.writeBytes(body.toByteArray());

    var read = (ECPrivateKey) PrivateKeys.read(pem("EC PRIVATE KEY", sequence.toByteArray()));

    assertThat(read.getS()).isEqualTo(key.getS());
    assertThat(read.getParams().getOrder()).isEqualTo(key.getParams().getOrder());
  }

  @Test
  void anything_else_is_refused() {
    assertThatThrownBy(() -> PrivateKeys.read("no key")).isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> PrivateKeys.read(pem("ENCRYPTED PRIVATE KEY", new byte[9])))
        .isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> PrivateKeys.read(pem("EC PRIVATE KEY", new byte[] {0x30, 5, 2})))
        .isInstanceOf(InvalidKeyException.class);
  }

  private static RSAPrivateCrtKey rsa() throws Exception {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return (RSAPrivateCrtKey) generator.generateKeyPair().getPrivate();
  }

  private static ECPrivateKey ec() throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return (ECPrivateKey) generator.generateKeyPair().getPrivate();
  }

  private static String pem(String form, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(form, Base64.getMimeEncoder().encodeToString(der), form);
  }
}
