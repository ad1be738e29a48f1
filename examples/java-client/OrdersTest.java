import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

/** Tests a client of the service. The JDK alone is all it needs. */
class OrdersTest {
    static final HttpClient http = HttpClient.newHttpClient();

    /** The code under test: orders an email, and returns the status of the reply. */
    static int order(String service, String token, String id) throws Exception {
        String body = """
            { "idempotencyId": "%s", "recipient": { "recipientEmail": { "emailAddress": "someone@example.org",
              "emailSettings": { "subject": "Hello", "body": "You have a new message." } } } }""".formatted(id);
        return send("POST", service + "/future/orders", body, token).statusCode();
    }

    static HttpResponse<String> send(String method, String url, String body, String token) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json");
        if (token != null) request.header("Authorization", "Bearer " + token);
        return http.send(request.method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    static String member(String name, String json) {
        var found = Pattern.compile("\"" + name + "\": ?\"([^\"]*)\"").matcher(json);
        if (!found.find()) throw new AssertionError("no " + name + " in " + json);
        return found.group(1);
    }

    static void expect(Object expected, Object actual) {
        if (!expected.equals(actual)) throw new AssertionError("expected " + expected + ", not " + actual);
    }

    /** Each test has a world of its own. */
    interface Test { void run(String world, String token) throws Exception; }

    static void test(String url, String title, Test body) throws Exception {
        String world = url + "/worlds/" + title.replace(' ', '-');
        body.run(world, member("token", send("POST", world + "/_standin/tokens", "{ \"org\": \"ttd\" }", null).body()));
        System.out.println("ok: " + title);
    }

    public static void main(String[] args) throws Exception {
        var server = new ProcessBuilder("node_modules/.bin/standin", "start", "--port", "0", "--clock", "frozen", "--json").start();
        try {
            String url = member("url", new BufferedReader(new InputStreamReader(server.getInputStream())).readLine());
            test(url, "a repeated order is stored once", (world, token) -> {
                expect(201, order(world, token, "case-1"));
                expect(200, order(world, token, "case-1"));
            });
            test(url, "an email is sent", (world, token) -> {
                order(world, token, "case-1");
                send("POST", world + "/_standin/clock/advance", "{ \"by\": \"PT1M\" }", null);
                expect("someone@example.org", member("to", send("GET", world + "/_standin/outbox", "", null).body()));
            });
            test(url, "an outage is answered 503", (world, token) -> {
                send("PUT", world + "/_standin/scenarios/unavailable/active", "", null);
                expect(503, order(world, token, "case-1"));
            });
        } finally {
            server.destroy();
            server.waitFor();
        }
    }
}
