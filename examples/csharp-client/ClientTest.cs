using System.Net;
using Xunit;

/// <summary>One server for all tests.</summary>
public sealed class StandinServer : IAsyncLifetime
{
    public Standin Standin { get; private set; } = null!;

    public async Task InitializeAsync() => Standin = await Standin.StartAsync(new Standin.Options { Clock = "frozen" });

    public async Task DisposeAsync() => await Standin.DisposeAsync();
}

/// <summary>Each test has a world of its own: xUnit makes an object of this class for each.</summary>
public sealed class ClientTest(StandinServer server) : IClassFixture<StandinServer>, IAsyncLifetime
{
    private static readonly HttpClient Http = new();
    private Standin.World world = null!;

    public async Task InitializeAsync() => world = await server.Standin.WorldAsync();

    public async Task DisposeAsync() => await world.DisposeAsync();

    private async Task<Client> OrdersAsync() => new(Http, world.Url, await world.TokenAsync(org: "ttd", scope: "altinn:serviceowner/notifications.create"));

    private async Task<Client> FilesAsync() => new(Http, world.Url, await world.TokenAsync(orgNo: "312345676", scope: "altinn:broker.write"));

    [Fact]
    public async Task An_order_whose_reply_is_lost_is_sent_once()
    {
        await world.UseAsync("order-lost-reply");
        await (await OrdersAsync()).PlaceOrderAsync("case-1", "someone@example.org");
        await world.AdvanceAsync("PT1M");

        Assert.Equal(2, (await world.JournalAsync(operation: "notifications.createOrder")).Count);
        Assert.Equal(new[] { "someone@example.org" }, (await world.OutboxAsync()).Select(message => message.To));
        Assert.Empty((await world.VerdictsAsync()).Bad);
    }

    [Fact]
    public async Task A_reminder_is_sent_after_a_week()
    {
        await (await OrdersAsync()).PlaceOrderAsync("case-1", "someone@example.org");
        await world.AdvanceAsync("P6D");
        Assert.Single(await world.OutboxAsync());
        await world.AdvanceAsync("P2D");

        Assert.Equal(2, (await world.OutboxAsync(recipient: "someone@example.org")).Count);
        Assert.Equal(new[] { "Notification", "Reminder" }, (await world.OrdersAsync()).Select(order => order.Type));
    }

    [Fact]
    public async Task An_infected_file_is_not_published()
    {
        await world.UseAsync("infected-file");
        var client = await FilesAsync();
        var id = await client.SendFileAsync("report.xml", "<report/>", "0192:313456781");
        await world.AdvanceAsync(until: "settled");

        Assert.Equal("Failed", await client.FileStatusAsync(id));
        Assert.Equal(new[] { id }, (await world.FilesAsync(status: "Failed")).Select(file => file.Id));
    }

    [Fact]
    public async Task A_limit_that_is_used_up_says_when_to_go_on()
    {
        await world.UseAsync("rate-limit-initialize");
        var client = await FilesAsync();
        var refused = await Assert.ThrowsAsync<RefusedException>(() => client.SendFileAsync("report.xml", "<report/>", "0192:313456781"));
        Assert.Equal(HttpStatusCode.TooManyRequests, refused.Status);
        Assert.Equal(1, (await world.JournalAsync(status: "429")).Count);
        await world.AdvanceAsync($"PT{refused.RetryAfter.TotalSeconds}S");

        var id = await client.SendFileAsync("report.xml", "<report/>", "0192:313456781");
        Assert.Equal(new[] { id }, (await world.FilesAsync()).Select(file => file.Id));
    }
}
