import org.eclipse.jetty.server.*;
import org.eclipse.jetty.servlet.*;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

public final class Main {
  public static void main(String[] x) throws Exception {
    Db.schema();
    Server server = new Server(new QueuedThreadPool(24, 6));
    HttpConfiguration c = new HttpConfiguration();
    c.setSendServerVersion(false);
    ServerConnector s = new ServerConnector(server, 1, 1, new HttpConnectionFactory(c));
    s.setHost("127.0.0.1"); s.setPort(Config.PORT); s.setIdleTimeout(120000); s.setReuseAddress(true); s.setAcceptQueueSize(128);
    server.addConnector(s);
    ServletHandler h = new ServletHandler();
    h.addServletWithMapping(new ServletHolder(new Web()), "/*");
    server.setHandler(h);
    server.start();
    System.out.println("listening on http://127.0.0.1:" + Config.PORT + "/" + Config.NS);
    System.out.flush();
    server.join();
  }
}
