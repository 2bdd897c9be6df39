package karpenter.kube;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import okio.AsyncTimeout;

/// Sockets that are closed when a write takes too long. OkHttp limits writes on HTTP/1.1 only: on
/// HTTP/2 a peer that stops reading would block the ping that is to find it, and every request.
final class LimitedSockets extends SocketFactory {
  private final Duration limit;

  LimitedSockets(Duration limit) {
    this.limit = limit;
  }

  @Override
  public Socket createSocket() throws IOException {
    var socket = new LimitedSocket();
    socket.setTcpNoDelay(true);
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException("OkHttp connects by itself");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException("OkHttp connects by itself");
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException("OkHttp connects by itself");
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException("OkHttp connects by itself");
  }

  private final class LimitedSocket extends Socket {
    @Override
    public OutputStream getOutputStream() throws IOException {
      return new LimitedStream(this, super.getOutputStream());
    }
  }

  private final class LimitedStream extends FilterOutputStream {
    private final Socket socket;

    LimitedStream(Socket socket, OutputStream out) {
      super(out);
      this.socket = socket;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      var timer = new CloseLater(socket);
      timer.timeout(limit.toNanos(), TimeUnit.NANOSECONDS);
      timer.enter();
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        if (timer.exit()) {
          var late = new SocketTimeoutException("the server read nothing for " + limit);
          late.initCause(e);
          throw late;
        }
        throw e;
      }
      timer.exit();
    }
  }

  private static final class CloseLater extends AsyncTimeout {
    private final Socket socket;

    CloseLater(Socket socket) {
      this.socket = socket;
    }

    @Override
    protected void timedOut() {
      try {
        socket.close();
      } catch (IOException alreadyGone) {
        // That is what we wanted.
      }
    }
  }
}
