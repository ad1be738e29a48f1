import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

/** The code under test: orders an email with a reminder, and sends a file. Needs only the JDK. */
class Client {
    /** The service refused a call. */
    static class Refused extends RuntimeException {
        final int status;
        /** Seconds to wait before the next call. */
        final long retryAfter;

        Refused(HttpResponse<String> reply) {
            super(reply.uri() + " was answered " + reply.statusCode());
            status = reply.statusCode();
            retryAfter = reply.headers().firstValueAsLong("Retry-After").orElse(0);
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final String service;
    private final String token;

    Client(String service, String token) {
        this.service = service;
        this.token = token;
    }

    /** Returns the shipment id. A week later, the service sends a reminder. Another call with the same id sends nothing new. */
    String placeOrder(String id, String email) throws IOException, InterruptedException {
        var recipient = """
            { "recipientEmail": { "emailAddress": "%s", "emailSettings": { "subject": "A message", "body": "Please read it." } } }""".formatted(email);
        var order = """
            { "idempotencyId": "%s", "recipient": %s, "reminders": [{ "delayDays": 7, "recipient": %s }] }""".formatted(id, recipient, recipient);
        for (int attempt = 1; ; attempt++) {
            try {
                return member("shipmentId", send("POST", "/future/orders", order, "application/json"));
            } catch (IOException lost) {
                // The order may exist. The same idempotencyId makes retrying safe.
                if (attempt == 3) throw lost;
            }
        }
    }

    /** Returns the file transfer id. */
    String sendFile(String name, String content, String recipient) throws IOException, InterruptedException {
        var transfer = """
            { "fileName": "%s", "resourceId": "my-resource", "sendersFileTransferReference": "%s", "sender": "0192:312345676",
              "recipients": ["%s"] }""".formatted(name, name, recipient);
        var id = member("fileTransferId", send("POST", "/broker/api/v1/filetransfer", transfer, "application/json"));
        send("POST", "/broker/api/v1/filetransfer/" + id + "/upload", content, "application/octet-stream");
        return id;
    }

    /** Returns Published, Failed, or an intermediate status. */
    String fileStatus(String id) throws IOException, InterruptedException {
        return member("fileTransferStatus", send("GET", "/broker/api/v1/filetransfer/" + id, "", "application/json"));
    }

    private String send(String method, String path, String body, String type) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(service + path)).header("Authorization", "Bearer " + token).header("Content-Type", type);
        var reply = http.send(request.method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
        if (reply.statusCode() >= 300) throw new Refused(reply);
        return reply.body();
    }

    /** Returns the last string with this name: the order's follows those of its reminders. */
    private static String member(String name, String json) {
        var found = Pattern.compile(".*\"" + name + "\": ?\"([^\"]*)\"", Pattern.DOTALL).matcher(json);
        if (!found.find()) throw new IllegalStateException("no " + name + " in " + json);
        return found.group(1);
    }
}
