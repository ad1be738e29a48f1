using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

/// <summary>The service refused a call.</summary>
public sealed class RefusedException(HttpStatusCode status, TimeSpan retryAfter) : Exception($"The service answered {(int)status}.")
{
    public HttpStatusCode Status { get; } = status;

    /// <summary>How long to wait before the next call.</summary>
    public TimeSpan RetryAfter { get; } = retryAfter;
}

/// <summary>The code under test: orders an email with a reminder, and sends a file.</summary>
public sealed class Client(HttpClient http, string service, string token)
{
    /// <summary>Returns the id of the shipment. A week later, the service sends a reminder. Another call with the same id sends nothing new.</summary>
    public async Task<string> PlaceOrderAsync(string id, string email)
    {
        JsonObject Recipient() => new()
        {
            ["recipientEmail"] = new JsonObject
            {
                ["emailAddress"] = email,
                ["emailSettings"] = new JsonObject { ["subject"] = "A message", ["body"] = "Please read it." },
            },
        };
        var order = new JsonObject
        {
            ["idempotencyId"] = id,
            ["recipient"] = Recipient(),
            ["reminders"] = new JsonArray(new JsonObject { ["delayDays"] = 7, ["recipient"] = Recipient() }),
        }.ToJsonString();
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return (string)(await SendAsync(HttpMethod.Post, "/future/orders", order, "application/json"))!["notification"]!["shipmentId"]!;
            }
            catch (HttpRequestException) when (attempt < 3)
            {
                // The order may exist. The same idempotencyId makes retrying safe.
            }
        }
    }

    /// <summary>Returns the id of the file transfer.</summary>
    public async Task<string> SendFileAsync(string name, string content, string recipient)
    {
        var transfer = new JsonObject
        {
            ["fileName"] = name,
            ["resourceId"] = "my-resource",
            ["sendersFileTransferReference"] = name,
            ["sender"] = "0192:312345676",
            ["recipients"] = new JsonArray(recipient),
        }.ToJsonString();
        var id = (string)(await SendAsync(HttpMethod.Post, "/broker/api/v1/filetransfer", transfer, "application/json"))!["fileTransferId"]!;
        await SendAsync(HttpMethod.Post, $"/broker/api/v1/filetransfer/{id}/upload", content, "application/octet-stream");
        return id;
    }

    /// <summary>Published, Failed, or a status on the way there.</summary>
    public async Task<string> FileStatusAsync(string id) =>
        (string)(await SendAsync(HttpMethod.Get, $"/broker/api/v1/filetransfer/{id}"))!["fileTransferStatus"]!;

    private async Task<JsonNode?> SendAsync(HttpMethod method, string path, string? body = null, string type = "application/json")
    {
        using var request = new HttpRequestMessage(method, service + path);
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        if (body is not null)
        {
            request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
            request.Content.Headers.ContentType = new MediaTypeHeaderValue(type);
        }
        using var reply = await http.SendAsync(request);
        if (!reply.IsSuccessStatusCode) throw new RefusedException(reply.StatusCode, reply.Headers.RetryAfter?.Delta ?? TimeSpan.Zero);
        var text = await reply.Content.ReadAsStringAsync();
        return text.Length > 0 ? JsonNode.Parse(text) : null;
    }
}
