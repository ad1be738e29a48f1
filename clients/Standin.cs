// Standin in tests: starts it, gives each test a world of its own, and controls that world.
//
//     await using var standin = await Standin.StartAsync(new Standin.Options { Clock = "frozen" });
//     await using var world = await standin.WorldAsync();
//     await world.UseAsync("order-lost-reply");
//     var token = await world.TokenAsync(org: "ttd", scope: "altinn:serviceowner/notifications.create");
//     // ... the client under test calls world.Url with the token
//     await world.AdvanceAsync("P8D");
//     Assert.Equal(["someone@example.org"], (await world.OutboxAsync()).Select(message => message.To));
//
// Written by "standin client csharp" of Standin 1.0.0. It needs .NET 8 and no package. Write it again for another version.

#nullable enable

using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

/// <summary>A running server. Use it with <c>await using</c>, or dispose of it.</summary>
public sealed class Standin : IAsyncDisposable
{
    /// <summary>The version of Standin that wrote this file.</summary>
    public const string FileVersion = "1.0.0";

    private readonly string? adminToken;
    private readonly bool freezesWorlds;
    private Server? server;

    private Standin(string url, string? adminToken, Server? server, bool freezesWorlds)
    {
        Url = url.EndsWith('/') ? url[..^1] : url;
        this.adminToken = adminToken;
        this.server = server;
        this.freezesWorlds = freezesWorlds;
        if (!Regex.IsMatch(Url, @"\Ahttps?://[!-~]+\z")) throw new StandinException($"\"{url}\" is not an address, such as http://127.0.0.1:4300.");
    }

    /// <summary>The address of the server.</summary>
    public string Url { get; }

    /// <summary>The version of Standin, its settings and its capabilities.</summary>
    public JsonElement Version { get; private set; }

    /// <summary>
    /// Starts a server, which ends with this process, or uses the one that STANDIN_URL names.
    /// <para>Looks for Standin in this order: STANDIN_URL (with STANDIN_ADMIN_TOKEN), <see cref="Options.Command"/>, node_modules/.bin here and in the
    /// folders above, <c>standin</c> on the PATH, and a container of <see cref="Options.Image"/>. It never asks a registry of packages.</para>
    /// </summary>
    public static async Task<Standin> StartAsync(Options? options = null, CancellationToken cancellationToken = default)
    {
        options ??= new Options();
        var values = options.Values();
        var shared = Environment.GetEnvironmentVariable("STANDIN_URL");
        if (!string.IsNullOrEmpty(shared))
        {
            var token = Environment.GetEnvironmentVariable("STANDIN_ADMIN_TOKEN");
            var standin = await new Standin(shared, token, null, options.Clock == "frozen").CheckedAsync(cancellationToken).ConfigureAwait(false);
            foreach (var (name, wanted) in new[] { ("dialect", options.Dialect), ("pace", options.Pace) })
            {
                var actual = standin.Version.TryGetProperty(name, out var value) ? value.ToString() : "";
                if (wanted is not null && wanted != actual) throw new StandinException($"The test needs the {name} {wanted}, and STANDIN_URL has {actual}.");
            }
            return standin;
        }
        var flags = new List<string> { "--json", "--until-stdin-ends" };
        foreach (var (flag, value) in values)
            if (value is not null) flags.AddRange([flag, value]);
        flags.AddRange(options.Arguments);
        var found = options.Command.Count > 0 ? options.Command : Server.Find();
        if (found.Count == 0 && options.Image is null) throw new StandinException(Server.Missing);
        var server = found.Count > 0
            ? await Server.OfCommandAsync(found, flags, cancellationToken).ConfigureAwait(false)
            : await Server.OfImageAsync(options.Image!, flags, cancellationToken).ConfigureAwait(false);
        try
        {
            return await new Standin(server.Url!, server.AdminToken, server, false).CheckedAsync(cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await server.EndAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The server at this address. It goes on when this object is disposed of.</summary>
    public static Task<Standin> AtAsync(string url, string? adminToken = null, CancellationToken cancellationToken = default) =>
        new Standin(url, adminToken, null, false).CheckedAsync(cancellationToken);

    private async Task<Standin> CheckedAsync(CancellationToken cancellationToken)
    {
        var said = await Wire.SendAsync(Url, adminToken, "GET", "/_standin/version", null, cancellationToken).ConfigureAwait(false);
        if (said is not { ValueKind: JsonValueKind.Object } facts || !facts.TryGetProperty("name", out var name) || name.ToString() != "standin")
            throw new StandinException($"{Url} is not a Standin.");
        Version = facts;
        var version = facts.TryGetProperty("version", out var value) ? value.ToString() : "";
        if (version != FileVersion)
            Console.Error.WriteLine(Wire.Shown($"Standin.cs is of Standin {FileVersion}, and {Url} is Standin {version}. Write it again: standin client csharp"));
        return this;
    }

    /// <summary>Makes a world, by a random name if none is given. It is dropped when it is disposed of.</summary>
    public async Task<World> WorldAsync(string? name = null, CancellationToken cancellationToken = default)
    {
        name ??= "test-" + Wire.Random(8);
        if (!Regex.IsMatch(name, @"\A[a-z0-9-]{1,63}\z"))
            throw new StandinException($"\"{name}\" is not a valid world name. Use 1 to 63 characters: a-z, 0-9 and -.");
        await Wire.SendAsync(Url, adminToken, "PUT", "/_standin/worlds/" + name, null, cancellationToken).ConfigureAwait(false);
        var world = new World(Url, name, adminToken);
        if (freezesWorlds) await world.ControlAsync("POST", "/clock/freeze", cancellationToken: cancellationToken).ConfigureAwait(false);
        return world;
    }

    /// <summary>Ends the server, if <see cref="StartAsync"/> has started it.</summary>
    public async ValueTask DisposeAsync()
    {
        var own = Interlocked.Exchange(ref server, null);
        if (own is not null) await own.EndAsync().ConfigureAwait(false);
    }

    /// <summary>Standin refused a call, did not start, or something else answered. The message says what is wrong.</summary>
    public sealed class StandinException : Exception
    {
        internal StandinException(string message, int status = 0, IReadOnlyList<string>? choices = null, Exception? cause = null)
            : base(Wire.Shown(message), cause)
        {
            Status = status;
            Choices = choices ?? [];
        }

        /// <summary>The status of the reply. 0: there was none.</summary>
        public int Status { get; }

        /// <summary>The valid choices, if the reply names them.</summary>
        public IReadOnlyList<string> Choices { get; }
    }

    /// <summary>How a server starts.</summary>
    public sealed class Options
    {
        /// <summary>The worlds' clock: real (runs in real time), frozen (frozen until "standin clock
        /// advance").</summary>
        public string? Clock { get; init; }

        /// <summary>The source to follow where specification and live services differ: spec (like the specification),
        /// live (like the live services).</summary>
        public string? Dialect { get; init; }

        /// <summary>The service's speed: instant (the service works without delay), fast (each step takes a second),
        /// real (each step takes as long as in the live services).</summary>
        public string? Pace { get; init; }

        /// <summary>The clock's start time, such as 2026-06-01T10:00:00Z.</summary>
        public string? Now { get; init; }

        /// <summary>Seed; the same seed, clock and calls produce the same bytes.</summary>
        public string? Seed { get; init; }

        /// <summary>Rate limits, in calls per minute: current (per integration), earlier (per subscription key, with
        /// the former limits), off (none).</summary>
        public string? RateLimits { get; init; }

        /// <summary>A folder with your own scenarios (.yaml); reloaded after changes.</summary>
        public string? Scenarios { get; init; }

        /// <summary>A folder with your own people, organizations, resources and callers (.json).</summary>
        public string? Fixtures { get; init; }

        /// <summary>More arguments of "standin start".</summary>
        public IReadOnlyList<string> Arguments { get; init; } = [];

        /// <summary>The program, or the program and its first arguments, such as "npx", "standin".</summary>
        public IReadOnlyList<string> Command { get; init; } = [];

        /// <summary>A container image, which Docker or Podman runs.</summary>
        public string? Image { get; init; }

        internal (string Flag, string? Value)[] Values() =>
        [
            ("--clock", Clock),
            ("--dialect", Dialect),
            ("--pace", Pace),
            ("--now", Now),
            ("--seed", Seed),
            ("--rate-limits", RateLimits),
            ("--scenarios", Scenarios),
            ("--fixtures", Fixtures),
        ];
    }

    /// <summary>A world of its own: its clock, scenarios, records and journal are those of no other test.</summary>
    public sealed class World : IAsyncDisposable
    {
        private readonly string server;
        private readonly string? adminToken;

        internal World(string server, string name, string? adminToken)
        {
            this.server = server;
            this.adminToken = adminToken;
            Name = name;
            Url = $"{server}/worlds/{name}";
        }

        /// <summary>The name of the world.</summary>
        public string Name { get; }

        /// <summary>The address of the service in this world: the client under test calls it.</summary>
        public string Url { get; }

        /// <summary>Switch a scenario on, or restart it.</summary>
        /// <param name="name">The name of the scenario.</param>
        /// <param name="ttl">The duration after which it is switched off, by the clock of the world, such as 5m or
        /// PT5M. Default: never.</param>
        public async Task<ScenarioStatus> UseAsync(string name, string? ttl = null, CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("ttl", ttl)
            );
            return Wire.Read<ScenarioStatus>(await BodyAsync("PUT", "/scenarios/" + Wire.Part("name", name) + "/active", values, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Switch a scenario off, or all of them.</summary>
        /// <param name="name">The name of the scenario.</param>
        public async Task OffAsync(string? name = null, CancellationToken cancellationToken = default)
        {
            await BodyAsync("DELETE", name is null ? "/scenarios/active" : "/scenarios/" + Wire.Part("name", name) + "/active", null, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Create a token for any caller.</summary>
        /// <param name="org">The code of a service owner, such as ttd.</param>
        /// <param name="orgNo">The organization number of the caller. For a token of a system user: the number of the
        /// vendor.</param>
        /// <param name="scope">The scopes, separated by spaces. Default: all scopes of the service.</param>
        /// <param name="clientId">The client id of the integration. Default: derived from the organization
        /// number.</param>
        /// <param name="systemUserOrg">The number of the organization that a system user acts for.</param>
        /// <param name="issuer">The issuer: platform, or maskinporten for a token that is not exchanged yet. Default:
        /// platform.</param>
        /// <param name="ttl">The lifetime of the token: a duration such as 30m or PT30M, or seconds. Default:
        /// 30m.</param>
        public async Task<string> TokenAsync(
            string? org = null,
            string? orgNo = null,
            string? scope = null,
            string? clientId = null,
            string? systemUserOrg = null,
            string? issuer = null,
            string? ttl = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("org", org),
                ("orgNo", orgNo),
                ("scope", scope),
                ("clientId", clientId),
                ("systemUserOrg", systemUserOrg),
                ("issuer", issuer),
                ("ttl", ttl)
            );
            return Wire.Member<string>(await BodyAsync("POST", "/tokens", values, cancellationToken).ConfigureAwait(false), "token");
        }

        /// <summary>Advance world time and run the jobs that come due.</summary>
        /// <param name="by">The duration to advance by, such as 7d or P7D; a number is milliseconds.</param>
        /// <param name="to">The time to advance to.</param>
        /// <param name="until">Advances until no working step is left.</param>
        /// <param name="atMost">The maximum duration for `until`. Default: P30D.</param>
        public async Task<Account> AdvanceAsync(
            string? by = null,
            string? to = null,
            string? until = null,
            string? atMost = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("by", by),
                ("to", to),
                ("until", until),
                ("atMost", atMost)
            );
            return Wire.Read<Account>(await BodyAsync("POST", "/clock/advance", values, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>The calls, or the service's jobs, newest last.</summary>
        /// <param name="since">A line id or a time: only lines newer than that line, or not older than that
        /// time.</param>
        /// <param name="operation">An operation or an area; with `jobs`, a job or an area.</param>
        /// <param name="status">Only calls with this status or class of statuses, such as 5xx.</param>
        /// <param name="code">Only calls with this error code.</param>
        /// <param name="scenario">Only calls that this scenario changed.</param>
        /// <param name="caller">Only lines of this caller: its code, number or client id.</param>
        /// <param name="environment">Only lines of this environment.</param>
        /// <param name="text">Only lines with this text in the path, the query, the reason, the data or a stored
        /// body.</param>
        /// <param name="comparison">Only calls that went to the real service with this result: same, differs, or
        /// apart.</param>
        /// <param name="jobs">true: jobs instead of calls; also: both.</param>
        public async Task<Journal> JournalAsync(
            string? since = null,
            string? operation = null,
            string? status = null,
            string? code = null,
            string? scenario = null,
            string? caller = null,
            string? environment = null,
            string? text = null,
            string? comparison = null,
            string? jobs = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("since", since),
                ("operation", operation),
                ("status", status),
                ("code", code),
                ("scenario", scenario),
                ("caller", caller),
                ("environment", environment),
                ("text", text),
                ("comparison", comparison),
                ("jobs", jobs),
                ("limit", 10000)
            );
            var reply = await QueryAsync("GET", "/journal", values, cancellationToken).ConfigureAwait(false);
            return new Journal(Wire.Member<List<JournalLine>>(reply, "journal"), Wire.Member<int>(reply, "total"));
        }

        /// <summary>The messages sent by the service, in both environments.</summary>
        /// <param name="id">Only the message with this id.</param>
        /// <param name="environment">The environment: test or production.</param>
        /// <param name="recipient">Only messages to this address, or to the recipient with this number or URN in the
        /// order.</param>
        /// <param name="text">Only messages with this text in the address or subject, or to the recipient with this
        /// number or URN in the order.</param>
        /// <param name="channel">Only messages of this channel.</param>
        /// <param name="orderId">Only messages of the order with this notificationOrderId.</param>
        /// <param name="shipmentId">Only messages of this shipment.</param>
        /// <param name="bodies">beginning: only the first 200 characters. Default: whole.</param>
        public async Task<IReadOnlyList<Message>> OutboxAsync(
            string? id = null,
            string? environment = null,
            string? recipient = null,
            string? text = null,
            string? channel = null,
            string? orderId = null,
            string? shipmentId = null,
            string? bodies = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("id", id),
                ("environment", environment),
                ("recipient", recipient),
                ("text", text),
                ("channel", channel),
                ("orderId", orderId),
                ("shipmentId", shipmentId),
                ("bodies", bodies)
            );
            return await PagesAsync<Message>("/outbox", "messages", values, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>The orders in both environments: each notification and each reminder.</summary>
        /// <param name="id">Only the record with this id.</param>
        /// <param name="environment">Only records of this environment.</param>
        /// <param name="creator">Only records of this creator.</param>
        /// <param name="order">Only shipments of the order with this id.</param>
        /// <param name="type">Only records of this type.</param>
        /// <param name="status">Only records in this status.</param>
        /// <param name="sendersReference">Only shipments with this sender's reference.</param>
        /// <param name="recipient">Only records with this recipient.</param>
        public async Task<IReadOnlyList<Shipment>> OrdersAsync(
            string? id = null,
            string? environment = null,
            string? creator = null,
            string? order = null,
            string? type = null,
            string? status = null,
            string? sendersReference = null,
            string? recipient = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("id", id),
                ("environment", environment),
                ("creator", creator),
                ("order", order),
                ("type", type),
                ("status", status),
                ("sendersReference", sendersReference),
                ("recipient", recipient)
            );
            return await PagesAsync<Shipment>("/records/shipments", "records", values, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>The file transfers in both environments.</summary>
        /// <param name="id">Only the record with this id.</param>
        /// <param name="environment">Only records of this environment.</param>
        /// <param name="status">Only records in this status.</param>
        /// <param name="recipient">Only records with this recipient.</param>
        /// <param name="resource">Only records of this resource.</param>
        /// <param name="fileName">Only file transfers with this file name.</param>
        /// <param name="reference">Only file transfers with this sender's reference.</param>
        /// <param name="sender">Only file transfers of this sender.</param>
        public async Task<IReadOnlyList<FileTransfer>> FilesAsync(
            string? id = null,
            string? environment = null,
            string? status = null,
            string? recipient = null,
            string? resource = null,
            string? fileName = null,
            string? reference = null,
            string? sender = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("id", id),
                ("environment", environment),
                ("status", status),
                ("recipient", recipient),
                ("resource", resource),
                ("fileName", fileName),
                ("reference", reference),
                ("sender", sender)
            );
            return await PagesAsync<FileTransfer>("/records/fileTransfers", "records", values, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Publish a file of any size, whose bytes are generated while a client reads them.</summary>
        /// <param name="size">The size in bytes. The content is generated, so it takes no space.</param>
        /// <param name="seed">The same seed gives the same bytes. Default: the seed of the simulator.</param>
        /// <param name="fileName">The file name, 1 to 255 characters.</param>
        /// <param name="sender">The organization number of the sender, or any form that the service accepts.</param>
        /// <param name="recipients">The organization numbers of the recipients.</param>
        /// <param name="resourceId">The id of the resource. Default: standin-unscanned. In production, other
        /// resources need an approval.</param>
        /// <param name="environment">Default: the environment of the address.</param>
        public async Task<string> PublishFileAsync(
            long size,
            int? seed = null,
            string? fileName = null,
            string? sender = null,
            IReadOnlyList<string>? recipients = null,
            string? resourceId = null,
            string? environment = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("size", size),
                ("seed", seed),
                ("fileName", fileName),
                ("sender", sender),
                ("recipients", recipients),
                ("resourceId", resourceId),
                ("environment", environment)
            );
            return Wire.Member<string>(await BodyAsync("POST", "/file-transfers", values, cancellationToken).ConfigureAwait(false), "fileTransferId");
        }

        /// <summary>End the scan of a file now.</summary>
        /// <param name="id">The id of a file transfer in the addressed environment.</param>
        /// <param name="result">The result. Default: depends on the name and content of the file.</param>
        public async Task<TransferStatus> ScanFileAsync(string id, string? result = null, CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("result", result)
            );
            return Wire.Read<TransferStatus>(await BodyAsync("POST", "/file-transfers/" + Wire.Part("id", id) + "/scan", values, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Purge a file now, as if its lifetime or grace period had ended.</summary>
        /// <param name="id">The id of a file transfer in the addressed environment.</param>
        public async Task<TransferStatus> ExpireFileAsync(string id, CancellationToken cancellationToken = default)
        {
            return Wire.Read<TransferStatus>(await BodyAsync("POST", "/file-transfers/" + Wire.Part("id", id) + "/expire", null, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>The contact register: people, organizations and external identities.</summary>
        /// <param name="condition">Only contacts with this condition, such as reserved.</param>
        /// <param name="kind">Only people, only organizations, or only external identities.</param>
        /// <param name="numbers">Only contacts with these numbers, separated by commas. Codes of service owners, such
        /// as ttd, also work.</param>
        public async Task<IReadOnlyList<Contact>> ContactsAsync(
            string? condition = null,
            string? kind = null,
            string? numbers = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("condition", condition),
                ("kind", kind),
                ("numbers", numbers)
            );
            return await PagesAsync<Contact>("/contacts", "contacts", values, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Add a contact to the register, or replace one.</summary>
        /// <param name="number">A national identity number, an organization number, or the URN of an external
        /// identity.</param>
        /// <param name="name">The name.</param>
        /// <param name="condition">The special property of the contact, in one word.</param>
        /// <param name="verified">True if the addresses are verified.</param>
        /// <param name="email">The email address.</param>
        /// <param name="mobile">The mobile number.</param>
        /// <param name="reserved">True if the person is reserved against digital communication.</param>
        /// <param name="updated">Time when the person last confirmed the details.</param>
        /// <param name="emails">The email addresses.</param>
        /// <param name="mobiles">The mobile numbers.</param>
        /// <param name="users">People who registered addresses of their own for the organization.</param>
        /// <param name="serviceOwner">The code of the service owner. Null: the organization is not a service
        /// owner.</param>
        public async Task<Contact> PutContactAsync(
            string number,
            string? name = null,
            string? condition = null,
            bool? verified = null,
            string? email = null,
            string? mobile = null,
            bool? reserved = null,
            string? updated = null,
            IReadOnlyList<string>? emails = null,
            IReadOnlyList<string>? mobiles = null,
            IReadOnlyList<object>? users = null,
            string? serviceOwner = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("name", name),
                ("condition", condition),
                ("verified", verified),
                ("email", email),
                ("mobile", mobile),
                ("reserved", reserved),
                ("updated", updated),
                ("emails", emails),
                ("mobiles", mobiles),
                ("users", users),
                ("serviceOwner", serviceOwner)
            );
            return Wire.Read<Contact>(await BodyAsync("PUT", "/contacts/" + Wire.Part("number", number), values, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Remove a contact from the register.</summary>
        /// <param name="number">A national identity number, an organization number, or the URN of an external
        /// identity.</param>
        public async Task RemoveContactAsync(string number, CancellationToken cancellationToken = default)
        {
            await BodyAsync("DELETE", "/contacts/" + Wire.Part("number", number), null, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>The resources of both environments, with their configuration.</summary>
        public async Task<IReadOnlyList<Resource>> ResourcesAsync(CancellationToken cancellationToken = default)
        {
            return await PagesAsync<Resource>("/resources", "resources", Wire.Values(), cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Add a resource to the addressed environment, or replace one. Members as in
        /// resources.json.</summary>
        /// <param name="id">The id of a resource in the addressed environment.</param>
        /// <param name="owner">The organization number of its service owner.</param>
        /// <param name="maxFileTransferSize">The largest file in bytes. Absent: no limit for this resource.</param>
        /// <param name="timeToLive">Time until files expire, such as 30d.</param>
        /// <param name="purgeAfterConfirmed">True: files are purged once all recipients have confirmed.</param>
        /// <param name="gracePeriod">Time until files are purged after the last confirmation, such as 2h.</param>
        /// <param name="useManifestFileShim">True: older clients get a manifest file. Has no effect in
        /// Standin.</param>
        /// <param name="externalServiceCode">The code of the older service. Has no effect in Standin.</param>
        /// <param name="externalServiceEdition">The edition of the older service. Has no effect in Standin.</param>
        /// <param name="requiredParty">The organization that must be the sender or the only recipient of each file
        /// transfer, such as 0192:991825827.</param>
        /// <param name="accessList">The only organizations that may be recipients, such as 0192:370916446.</param>
        /// <param name="unscannedApproved">True: files may skip the virus scan, also in production.</param>
        /// <param name="configured">False: its owner has not configured it. Default: true.</param>
        /// <param name="registered">False: it is missing in the resource registry. Default: true.</param>
        public async Task<Resource> PutResourceAsync(
            string id,
            string? owner = null,
            long? maxFileTransferSize = null,
            string? timeToLive = null,
            bool? purgeAfterConfirmed = null,
            string? gracePeriod = null,
            bool? useManifestFileShim = null,
            string? externalServiceCode = null,
            int? externalServiceEdition = null,
            string? requiredParty = null,
            IReadOnlyList<string>? accessList = null,
            bool? unscannedApproved = null,
            bool? configured = null,
            bool? registered = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("owner", owner),
                ("maxFileTransferSize", maxFileTransferSize),
                ("timeToLive", timeToLive),
                ("purgeAfterConfirmed", purgeAfterConfirmed),
                ("gracePeriod", gracePeriod),
                ("useManifestFileShim", useManifestFileShim),
                ("externalServiceCode", externalServiceCode),
                ("externalServiceEdition", externalServiceEdition),
                ("requiredParty", requiredParty),
                ("accessList", accessList),
                ("unscannedApproved", unscannedApproved),
                ("configured", configured),
                ("registered", registered)
            );
            return Wire.Read<Resource>(await BodyAsync("PUT", "/resources/" + Wire.Part("id", id), values, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Remove a resource from the addressed environment. Its file transfers stay.</summary>
        /// <param name="id">The id of a resource in the addressed environment.</param>
        public async Task RemoveResourceAsync(string id, CancellationToken cancellationToken = default)
        {
            await BodyAsync("DELETE", "/resources/" + Wire.Part("id", id), null, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>The gates and the calls held at them.</summary>
        public async Task<IReadOnlyList<GateState>> GatesAsync(CancellationToken cancellationToken = default)
        {
            return await PagesAsync<GateState>("/gates", "gates", Wire.Values(), cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Hold the calls of an operation before or after their work until they are released. An existing
        /// gate stays unchanged.</summary>
        /// <param name="operation">The operation with the gate, such as notifications.createOrder.</param>
        /// <param name="at">The place of the gate: before-work, or after-work and before the reply.</param>
        public async Task<GateState> PutGateAsync(string operation, string at, CancellationToken cancellationToken = default)
        {
            return Wire.Read<GateState>(await BodyAsync("PUT", "/gates/" + Wire.Part("operation", operation) + "/" + Wire.Part("at", at), null, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Wait until this many calls are held at a gate.</summary>
        /// <param name="operation">The operation with the gate, such as notifications.createOrder.</param>
        /// <param name="at">The place of the gate: before-work, or after-work and before the reply.</param>
        /// <param name="arrived">Wait until this many calls are held at the gate.</param>
        /// <param name="within">The maximum wait in real time. Default: 30s.</param>
        public async Task<GateState> WaitAtGateAsync(
            string operation,
            string at,
            int? arrived = null,
            string? within = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("arrived", arrived),
                ("within", within)
            );
            return Wire.Read<GateState>(await QueryAsync("GET", "/gates/" + Wire.Part("operation", operation) + "/" + Wire.Part("at", at), values, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Release calls that are held at a gate, in any order.</summary>
        /// <param name="operation">The operation with the gate, such as notifications.createOrder.</param>
        /// <param name="at">The place of the gate: before-work, or after-work and before the reply.</param>
        /// <param name="calls">The number of calls to release, in order of arrival. Default: all.</param>
        /// <param name="order">The positions of the calls, from 0, in the order of release. 1,0 releases the second,
        /// then the first.</param>
        public async Task<GateState> ReleaseGateAsync(
            string operation,
            string at,
            int? calls = null,
            IReadOnlyList<int>? order = null,
            CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("calls", calls),
                ("order", order)
            );
            return Wire.Read<GateState>(await BodyAsync("POST", "/gates/" + Wire.Part("operation", operation) + "/" + Wire.Part("at", at) + "/release", values, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Release all calls held at a gate, and remove the gate.</summary>
        /// <param name="operation">The operation with the gate, such as notifications.createOrder.</param>
        /// <param name="at">The place of the gate: before-work, or after-work and before the reply.</param>
        public async Task RemoveGateAsync(string operation, string at, CancellationToken cancellationToken = default)
        {
            await BodyAsync("DELETE", "/gates/" + Wire.Part("operation", operation) + "/" + Wire.Part("at", at), null, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Verdicts on how each caller behaved, with the calls that show it.</summary>
        /// <param name="caller">Only this caller: a client id or an organization number.</param>
        /// <param name="set">Only the verdicts of this set, such as 2026-11. Default: every verdict.</param>
        public async Task<Judgement> VerdictsAsync(string? caller = null, string? set = null, CancellationToken cancellationToken = default)
        {
            var values = Wire.Values(
                ("caller", caller),
                ("set", set)
            );
            return Wire.Read<Judgement>(await QueryAsync("GET", "/verdicts", values, cancellationToken).ConfigureAwait(false));
        }

        /// <summary>Reset the world to its initial state, except for the parts to keep.</summary>
        /// <param name="keep">The parts to keep.</param>
        public async Task ResetAsync(IReadOnlyList<string>? keep = null, CancellationToken cancellationToken = default)
        {
            await BodyAsync("POST", "/reset", Wire.Values(("keep", keep)), cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Calls any control row of this world: <c>ControlAsync("GET", "/clock")</c>. The path is below /_standin. Null: the reply is empty.</summary>
        public Task<JsonElement?> ControlAsync(string method, string path, object? body = null, CancellationToken cancellationToken = default)
        {
            if (!Regex.IsMatch(path, @"\A/[!-~]*\z") || Regex.IsMatch(path, @"/\.{1,2}(/|\?|\z)"))
                throw new StandinException($"\"{path}\" is not a path below /_standin, such as /clock.");
            return Wire.SendAsync(Url, adminToken, method, "/_standin" + path, body, cancellationToken);
        }

        /// <summary>Drops the world, with everything in it.</summary>
        public async ValueTask DisposeAsync()
        {
            try
            {
                await Wire.SendAsync(server, adminToken, "DELETE", "/_standin/worlds/" + Name, null, default).ConfigureAwait(false);
            }
            catch (StandinException refused) when (refused.Status == 404)
            {
                // It is gone already.
            }
        }

        private Task<JsonElement?> QueryAsync(string method, string path, Dictionary<string, object?>? values, CancellationToken cancellationToken) =>
            Wire.SendAsync(Url, adminToken, method, "/_standin" + path + Wire.Search(values), null, cancellationToken);

        private Task<JsonElement?> BodyAsync(string method, string path, Dictionary<string, object?>? values, CancellationToken cancellationToken) =>
            Wire.SendAsync(Url, adminToken, method, "/_standin" + path, values, cancellationToken);

        private async Task<IReadOnlyList<T>> PagesAsync<T>(string path, string name, Dictionary<string, object?> values, CancellationToken cancellationToken)
        {
            var every = new List<T>();
            while (true)
            {
                var reply = await QueryAsync("GET", path, values, cancellationToken).ConfigureAwait(false);
                var page = Wire.Member<List<T>>(reply, name);
                every.AddRange(page);
                var next = reply!.Value.TryGetProperty("next", out var after) && after.ValueKind == JsonValueKind.String ? after.GetString() : null;
                if (next is null || page.Count == 0) return every;
                values["after"] = next;
            }
        }
    }

    /// <summary>Lines of the journal, the newest last.</summary>
    /// <param name="Lines">The lines; the newest 10,000 if there are more.</param>
    /// <param name="Count">How many lines fit.</param>
    public sealed record Journal(IReadOnlyList<JournalLine> Lines, int Count) : IEnumerable<JournalLine>
    {
        /// <summary>The newest line. Throws <see cref="StandinException"/> if there is none.</summary>
        public JournalLine Last => Lines.Count > 0 ? Lines[^1] : throw new StandinException("No line of the journal fits.");

        /// <inheritdoc/>
        public IEnumerator<JournalLine> GetEnumerator() => Lines.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    /// <summary>What a client did that it should not do.</summary>
    /// <param name="Verdict">The name of the verdict.</param>
    /// <param name="Sentence">What a good client does.</param>
    /// <param name="Guidance">What to change in the client.</param>
    /// <param name="Caller">Who it is.</param>
    /// <param name="Calls">The lines of the journal that show it; at most 20.</param>
    public sealed record Fault(string Verdict, string Sentence, string Guidance, string Caller, IReadOnlyList<string> Calls);

    /// <summary>A scenario and its state.</summary>
    public sealed record ScenarioStatus
    {
        /// <summary>The name of the scenario.</summary>
        [JsonPropertyName("name")]
        public required string Name { get; init; }

        /// <summary>A one-sentence description of the failure.</summary>
        [JsonPropertyName("summary")]
        public required string Summary { get; init; }

        /// <summary>The chapter under which the documentation lists it.</summary>
        [JsonPropertyName("breaks")]
        public required string Breaks { get; init; }

        /// <summary>The origin: built-in, a folder, or defined for one world.</summary>
        [JsonPropertyName("source")]
        public required string Source { get; init; }

        /// <summary>True if it is switched on.</summary>
        [JsonPropertyName("active")]
        public required bool Active { get; init; }

        /// <summary>The time when it ends automatically; null if it does not.</summary>
        [JsonPropertyName("until")]
        public DateTimeOffset? Until { get; init; }
    }

    /// <summary>The result of a job.</summary>
    public sealed record Happening
    {
        /// <summary>The time on the world's clock.</summary>
        [JsonPropertyName("at")]
        public required DateTimeOffset At { get; init; }

        /// <summary>The name of the job or event.</summary>
        [JsonPropertyName("what")]
        public required string What { get; init; }

        /// <summary>The id of the affected record.</summary>
        [JsonPropertyName("id")]
        public string? Id { get; init; }
    }

    /// <summary>Booked jobs of the same kind.</summary>
    public sealed record Booked
    {
        /// <summary>The name of the job.</summary>
        [JsonPropertyName("what")]
        public required string What { get; init; }

        /// <summary>The number of these jobs.</summary>
        [JsonPropertyName("count")]
        public required int Count { get; init; }

        /// <summary>The time when the first of them is due.</summary>
        [JsonPropertyName("from")]
        public required DateTimeOffset From { get; init; }

        /// <summary>The time when the last of them is due.</summary>
        [JsonPropertyName("until")]
        public required DateTimeOffset Until { get; init; }
    }

    /// <summary>The result of advancing the clock.</summary>
    public sealed record Account
    {
        /// <summary>The current world time.</summary>
        [JsonPropertyName("now")]
        public required DateTimeOffset Now { get; init; }

        /// <summary>The events in chronological order.</summary>
        [JsonPropertyName("happened")]
        public required IReadOnlyList<Happening> Happened { get; init; }

        /// <summary>The total number of events.</summary>
        [JsonPropertyName("total")]
        public required int Total { get; init; }

        /// <summary>The number of events of each kind.</summary>
        [JsonPropertyName("counts")]
        public required IReadOnlyDictionary<string, int> Counts { get; init; }

        /// <summary>True if the service has no work left: no working step is booked.</summary>
        [JsonPropertyName("settled")]
        public required bool Settled { get; init; }

        /// <summary>The jobs that are still booked, by name, in the order in which they are due.</summary>
        [JsonPropertyName("booked")]
        public required IReadOnlyList<Booked> Booked { get; init; }
    }

    /// <summary>The caller.</summary>
    public sealed record Caller
    {
        /// <summary>The service owner's code, such as ttd.</summary>
        [JsonPropertyName("org")]
        public string? Org { get; init; }

        /// <summary>The organization number.</summary>
        [JsonPropertyName("orgNo")]
        public string? OrgNo { get; init; }

        /// <summary>The integration's id.</summary>
        [JsonPropertyName("clientId")]
        public string? ClientId { get; init; }
    }

    /// <summary>A difference between two replies.</summary>
    public sealed record Difference
    {
        /// <summary>The kind of the difference, such as status, code or value.</summary>
        [JsonPropertyName("kind")]
        public required string Kind { get; init; }

        /// <summary>The member of the reply.</summary>
        [JsonPropertyName("where")]
        public required string Where { get; init; }

        /// <summary>The value of the real service.</summary>
        [JsonPropertyName("there")]
        public required JsonElement There { get; init; }

        /// <summary>The value of Standin.</summary>
        [JsonPropertyName("here")]
        public required JsonElement Here { get; init; }
    }

    /// <summary>The result of a comparison with the real service.</summary>
    public sealed record Comparison
    {
        /// <summary>same, differs, or apart: it could not be compared.</summary>
        [JsonPropertyName("result")]
        public required string Result { get; init; }

        /// <summary>The reason why it could not be compared.</summary>
        [JsonPropertyName("reason")]
        public string? Reason { get; init; }

        /// <summary>The differences between the two replies.</summary>
        [JsonPropertyName("differences")]
        public IReadOnlyList<Difference>? Differences { get; init; }
    }

    /// <summary>A call, or one of the service's jobs.</summary>
    public sealed record JournalLine
    {
        /// <summary>The id of the line.</summary>
        [JsonPropertyName("id")]
        public required string Id { get; init; }

        /// <summary>The time on the world's clock.</summary>
        [JsonPropertyName("at")]
        public required DateTimeOffset At { get; init; }

        /// <summary>The environment: test or production.</summary>
        [JsonPropertyName("environment")]
        public required string Environment { get; init; }

        /// <summary>The operation or job, such as notifications.createOrder; null for a path without an
        /// operation.</summary>
        [JsonPropertyName("operation")]
        public string? Operation { get; init; }

        /// <summary>The HTTP method.</summary>
        [JsonPropertyName("method")]
        public string? Method { get; init; }

        /// <summary>The path of the call.</summary>
        [JsonPropertyName("path")]
        public string? Path { get; init; }

        /// <summary>The HTTP status; null for a job, or if the call has no reply yet.</summary>
        [JsonPropertyName("status")]
        public int? Status { get; init; }

        /// <summary>The error code.</summary>
        [JsonPropertyName("code")]
        public string? Code { get; init; }

        /// <summary>The caller; null if no token names one.</summary>
        [JsonPropertyName("caller")]
        public Caller? Caller { get; init; }

        /// <summary>The duration of the call in real milliseconds.</summary>
        [JsonPropertyName("ms")]
        public double? Ms { get; init; }

        /// <summary>The last stage that the call reached.</summary>
        [JsonPropertyName("stage")]
        public required string Stage { get; init; }

        /// <summary>True if the call changed anything.</summary>
        [JsonPropertyName("committed")]
        public required bool Committed { get; init; }

        /// <summary>True if the reply was lost or cut off.</summary>
        [JsonPropertyName("cut")]
        public required bool Cut { get; init; }

        /// <summary>The status that a job set on its record, such as Email_Delivered; null for calls, and for jobs
        /// that set none.</summary>
        [JsonPropertyName("recordStatus")]
        public string? RecordStatus { get; init; }

        /// <summary>The scenario that changed the call.</summary>
        [JsonPropertyName("scenario")]
        public string? Scenario { get; init; }

        /// <summary>The reason for the result.</summary>
        [JsonPropertyName("why")]
        public string? Why { get; init; }

        /// <summary>The result of the comparison with the real service (`standin start --compare`).</summary>
        [JsonPropertyName("comparison")]
        public Comparison? Comparison { get; init; }
    }

    /// <summary>A delivery report from a tester.</summary>
    public sealed record Report
    {
        /// <summary>The time when the report arrived.</summary>
        [JsonPropertyName("at")]
        public required DateTimeOffset At { get; init; }

        /// <summary>The status that it reports.</summary>
        [JsonPropertyName("status")]
        public required string Status { get; init; }
    }

    /// <summary>An email or SMS that was sent.</summary>
    public sealed record Message
    {
        /// <summary>The id of the message.</summary>
        [JsonPropertyName("id")]
        public required string Id { get; init; }

        /// <summary>The time when it was sent.</summary>
        [JsonPropertyName("at")]
        public required DateTimeOffset At { get; init; }

        /// <summary>The environment: test or production.</summary>
        [JsonPropertyName("environment")]
        public required string Environment { get; init; }

        /// <summary>The creator of the order: the code of the service owner, or the issuer of the platform access
        /// token.</summary>
        [JsonPropertyName("creator")]
        public required string Creator { get; init; }

        /// <summary>The id of the order.</summary>
        [JsonPropertyName("orderId")]
        public required string OrderId { get; init; }

        /// <summary>The id of the shipment. Its delivery manifest is at /future/shipment/{id}.</summary>
        [JsonPropertyName("shipmentId")]
        public required string ShipmentId { get; init; }

        /// <summary>The position of the recipient in the delivery manifest, from 0.</summary>
        [JsonPropertyName("position")]
        public required int Position { get; init; }

        /// <summary>The channel: Email or SMS.</summary>
        [JsonPropertyName("channel")]
        public required string Channel { get; init; }

        /// <summary>The address of the recipient.</summary>
        [JsonPropertyName("to")]
        public required string To { get; init; }

        /// <summary>The sender.</summary>
        [JsonPropertyName("from")]
        public required string From { get; init; }

        /// <summary>The subject; null for an SMS.</summary>
        [JsonPropertyName("subject")]
        public string? Subject { get; init; }

        /// <summary>The text.</summary>
        [JsonPropertyName("body")]
        public required string Body { get; init; }

        /// <summary>The content type; null for an SMS.</summary>
        [JsonPropertyName("contentType")]
        public string? ContentType { get; init; }

        /// <summary>The number of SMS segments; null for an email.</summary>
        [JsonPropertyName("segments")]
        public int? Segments { get; init; }

        /// <summary>True if a carrier would truncate it. The body here is complete.</summary>
        [JsonPropertyName("truncated")]
        public required bool Truncated { get; init; }

        /// <summary>The status of the message.</summary>
        [JsonPropertyName("status")]
        public required string Status { get; init; }

        /// <summary>The time when the status changed.</summary>
        [JsonPropertyName("statusAt")]
        public required DateTimeOffset StatusAt { get; init; }

        /// <summary>Delivery reports sent by a tester, oldest first; the newest 50. They are not in the
        /// journal.</summary>
        [JsonPropertyName("reports")]
        public required IReadOnlyList<Report> Reports { get; init; }

        /// <summary>The id of the journal line of the call or job that sent it.</summary>
        [JsonPropertyName("causedBy")]
        public string? CausedBy { get; init; }
    }

    /// <summary>A recipient of a shipment.</summary>
    public sealed record Recipient
    {
        /// <summary>The channel of the message.</summary>
        [JsonPropertyName("channel")]
        public required string Channel { get; init; }

        /// <summary>The address; empty for a reserved recipient and for one without contact details.</summary>
        [JsonPropertyName("destination")]
        public required string Destination { get; init; }

        /// <summary>The status of the message. Final statuses are those for delivery and each kind of
        /// failure.</summary>
        [JsonPropertyName("status")]
        public required string Status { get; init; }

        /// <summary>The time when the status changed.</summary>
        [JsonPropertyName("lastUpdate")]
        public required DateTimeOffset LastUpdate { get; init; }
    }

    /// <summary>A notification or a reminder.</summary>
    public sealed record Shipment
    {
        /// <summary>The id of the shipment.</summary>
        [JsonPropertyName("id")]
        public required string Id { get; init; }

        /// <summary>The environment: test or production.</summary>
        [JsonPropertyName("environment")]
        public required string Environment { get; init; }

        /// <summary>The id of the order.</summary>
        [JsonPropertyName("orderId")]
        public required string OrderId { get; init; }

        /// <summary>The kind of shipment: a notification, a reminder, an instant message or a composed
        /// email.</summary>
        [JsonPropertyName("type")]
        public required string Type { get; init; }

        /// <summary>The status of the shipment.</summary>
        [JsonPropertyName("status")]
        public required string Status { get; init; }

        /// <summary>The creator of the order: the code of the service owner, or the issuer of the platform access
        /// token.</summary>
        [JsonPropertyName("creator")]
        public required string Creator { get; init; }

        /// <summary>A reference chosen by the client, returned in the reply, the shipment and the feed.</summary>
        [JsonPropertyName("sendersReference")]
        public string? SendersReference { get; init; }

        /// <summary>The earliest time of sending.</summary>
        [JsonPropertyName("requestedSendTime")]
        public required DateTimeOffset RequestedSendTime { get; init; }

        /// <summary>The time of creation.</summary>
        [JsonPropertyName("created")]
        public required DateTimeOffset Created { get; init; }

        /// <summary>The time when the status changed.</summary>
        [JsonPropertyName("lastUpdate")]
        public required DateTimeOffset LastUpdate { get; init; }

        /// <summary>The recipients.</summary>
        [JsonPropertyName("recipients")]
        public required IReadOnlyList<Recipient> Recipients { get; init; }
    }

    /// <summary>A file transfer.</summary>
    public sealed record FileTransfer
    {
        /// <summary>The id of the file transfer.</summary>
        [JsonPropertyName("id")]
        public required string Id { get; init; }

        /// <summary>The environment: test or production.</summary>
        [JsonPropertyName("environment")]
        public required string Environment { get; init; }

        /// <summary>The status of the file transfer.</summary>
        [JsonPropertyName("status")]
        public required string Status { get; init; }

        /// <summary>The id of the resource, without the prefix of a URN.</summary>
        [JsonPropertyName("resourceId")]
        public required string ResourceId { get; init; }

        /// <summary>The file name, 1 to 255 characters.</summary>
        [JsonPropertyName("fileName")]
        public required string FileName { get; init; }

        /// <summary>A reference chosen by the sender, 1 to 4096 characters.</summary>
        [JsonPropertyName("sendersFileTransferReference")]
        public required string SendersFileTransferReference { get; init; }

        /// <summary>The sending organization: 0192: or urn:altinn:organization:identifier-no:, followed by nine
        /// digits.</summary>
        [JsonPropertyName("sender")]
        public required string Sender { get; init; }

        /// <summary>The recipients.</summary>
        [JsonPropertyName("recipients")]
        public required IReadOnlyList<string> Recipients { get; init; }

        /// <summary>The time of creation.</summary>
        [JsonPropertyName("created")]
        public required DateTimeOffset Created { get; init; }

        /// <summary>The time when the file or upload is removed.</summary>
        [JsonPropertyName("expires")]
        public required DateTimeOffset Expires { get; init; }

        /// <summary>The size in bytes; null without a file.</summary>
        [JsonPropertyName("size")]
        public long? Size { get; init; }
    }

    /// <summary>A file transfer and its status.</summary>
    public sealed record TransferStatus
    {
        /// <summary>The id of the file transfer.</summary>
        [JsonPropertyName("fileTransferId")]
        public required string FileTransferId { get; init; }

        /// <summary>The status of the file transfer.</summary>
        [JsonPropertyName("status")]
        public required string Status { get; init; }
    }

    /// <summary>A person who registered addresses for an organization.</summary>
    public sealed record ContactUser
    {
        /// <summary>The email address.</summary>
        [JsonPropertyName("email")]
        public string? Email { get; init; }

        /// <summary>The mobile number.</summary>
        [JsonPropertyName("mobile")]
        public string? Mobile { get; init; }

        /// <summary>The resources that they want notifications for.</summary>
        [JsonPropertyName("resources")]
        public IReadOnlyList<string>? Resources { get; init; }

        /// <summary>Their permitted actions on the resource.</summary>
        [JsonPropertyName("actions")]
        public IReadOnlyList<string>? Actions { get; init; }
    }

    /// <summary>A person, an organization or an external identity. A member that its kind lacks is null.</summary>
    public sealed record Contact
    {
        /// <summary>The national identity number, the organization number, or the URN of an external
        /// identity.</summary>
        [JsonPropertyName("number")]
        public required string Number { get; init; }

        /// <summary>The name.</summary>
        [JsonPropertyName("name")]
        public string? Name { get; init; }

        /// <summary>The special property of the contact, in one word.</summary>
        [JsonPropertyName("condition")]
        public string? Condition { get; init; }

        /// <summary>True if the addresses are verified.</summary>
        [JsonPropertyName("verified")]
        public bool? Verified { get; init; }

        /// <summary>The email address.</summary>
        [JsonPropertyName("email")]
        public string? Email { get; init; }

        /// <summary>The mobile number.</summary>
        [JsonPropertyName("mobile")]
        public string? Mobile { get; init; }

        /// <summary>True if the person is reserved against digital communication.</summary>
        [JsonPropertyName("reserved")]
        public bool? Reserved { get; init; }

        /// <summary>Time when the person last confirmed the details.</summary>
        [JsonPropertyName("updated")]
        public string? Updated { get; init; }

        /// <summary>The email addresses.</summary>
        [JsonPropertyName("emails")]
        public IReadOnlyList<string>? Emails { get; init; }

        /// <summary>The mobile numbers.</summary>
        [JsonPropertyName("mobiles")]
        public IReadOnlyList<string>? Mobiles { get; init; }

        /// <summary>People who registered addresses of their own for the organization.</summary>
        [JsonPropertyName("users")]
        public IReadOnlyList<ContactUser>? Users { get; init; }

        /// <summary>The code of the service owner. Null: the organization is not a service owner.</summary>
        [JsonPropertyName("serviceOwner")]
        public string? ServiceOwner { get; init; }
    }

    /// <summary>A resource for file transfers.</summary>
    public sealed record Resource
    {
        /// <summary>The id of the resource.</summary>
        [JsonPropertyName("id")]
        public required string Id { get; init; }

        /// <summary>The environment: test or production.</summary>
        [JsonPropertyName("environment")]
        public required string Environment { get; init; }

        /// <summary>The organization number of its service owner.</summary>
        [JsonPropertyName("owner")]
        public string? Owner { get; init; }

        /// <summary>False if its owner has not configured it yet.</summary>
        [JsonPropertyName("configured")]
        public required bool Configured { get; init; }

        /// <summary>False if the resource registry has lost it.</summary>
        [JsonPropertyName("registered")]
        public required bool Registered { get; init; }

        /// <summary>The maximum size of a file in bytes.</summary>
        [JsonPropertyName("maxFileTransferSize")]
        public long? MaxFileTransferSize { get; init; }

        /// <summary>The lifetime of files, as an ISO 8601 duration.</summary>
        [JsonPropertyName("timeToLive")]
        public string? TimeToLive { get; init; }

        /// <summary>True if a file is removed after all recipients have confirmed it.</summary>
        [JsonPropertyName("purgeAfterConfirmed")]
        public required bool PurgeAfterConfirmed { get; init; }

        /// <summary>The time until removal after the last confirmation, as an ISO 8601 duration.</summary>
        [JsonPropertyName("gracePeriod")]
        public string? GracePeriod { get; init; }

        /// <summary>True if older clients get a manifest file. It has no effect here.</summary>
        [JsonPropertyName("useManifestFileShim")]
        public bool? UseManifestFileShim { get; init; }

        /// <summary>The code of the older service. It has no effect here.</summary>
        [JsonPropertyName("externalServiceCode")]
        public string? ExternalServiceCode { get; init; }

        /// <summary>The edition of the older service. It has no effect here.</summary>
        [JsonPropertyName("externalServiceEdition")]
        public int? ExternalServiceEdition { get; init; }

        /// <summary>The organization that must be the sender or the only recipient of each file transfer.</summary>
        [JsonPropertyName("requiredParty")]
        public string? RequiredParty { get; init; }

        /// <summary>The only organizations that may be recipients, in the form 0192:NNNNNNNNN.</summary>
        [JsonPropertyName("accessList")]
        public IReadOnlyList<string>? AccessList { get; init; }

        /// <summary>True if files may skip the virus scan in production.</summary>
        [JsonPropertyName("unscannedApproved")]
        public required bool UnscannedApproved { get; init; }
    }

    /// <summary>A call waiting at a gate.</summary>
    public sealed record StandingCall
    {
        /// <summary>The id that its journal line will have when the call has ended.</summary>
        [JsonPropertyName("id")]
        public required string Id { get; init; }

        /// <summary>The HTTP method.</summary>
        [JsonPropertyName("method")]
        public required string Method { get; init; }

        /// <summary>The path of the call.</summary>
        [JsonPropertyName("path")]
        public required string Path { get; init; }
    }

    /// <summary>A gate and its waiting calls.</summary>
    public sealed record GateState
    {
        /// <summary>The operation with the gate.</summary>
        [JsonPropertyName("operation")]
        public required string Operation { get; init; }

        /// <summary>The place of the gate: before the work of a call, or after it and before the reply.</summary>
        [JsonPropertyName("at")]
        public required string At { get; init; }

        /// <summary>The number of held calls.</summary>
        [JsonPropertyName("standing")]
        public required int Standing { get; init; }

        /// <summary>The held calls in order of arrival.</summary>
        [JsonPropertyName("calls")]
        public required IReadOnlyList<StandingCall> Calls { get; init; }
    }

    /// <summary>The verdict on one caller.</summary>
    public sealed record CallerVerdict
    {
        /// <summary>A client id, an organization number or code, or `anonymous` for calls without a trusted
        /// token.</summary>
        [JsonPropertyName("caller")]
        public required string Caller { get; init; }

        /// <summary>`not-exercised`: the caller was never in that situation, so there is no evidence.</summary>
        [JsonPropertyName("verdict")]
        public required string Verdict { get; init; }

        /// <summary>The ids of the journal lines that show it; at most 20.</summary>
        [JsonPropertyName("calls")]
        public required IReadOnlyList<string> Calls { get; init; }

        /// <summary>Scenarios that would put the caller in that situation.</summary>
        [JsonPropertyName("exercise")]
        public required IReadOnlyList<string> Exercise { get; init; }
    }

    /// <summary>A rule for clients, with each caller's result.</summary>
    public sealed record Verdict
    {
        /// <summary>The name of the verdict.</summary>
        [JsonPropertyName("id")]
        public required string Id { get; init; }

        /// <summary>What a good client does.</summary>
        [JsonPropertyName("sentence")]
        public required string Sentence { get; init; }

        /// <summary>The verdict on a client that does otherwise.</summary>
        [JsonPropertyName("severity")]
        public required string Severity { get; init; }

        /// <summary>The section of the reference that demands it, or a reason.</summary>
        [JsonPropertyName("source")]
        public required string Source { get; init; }

        /// <summary>What to change in the client.</summary>
        [JsonPropertyName("guidance")]
        public required string Guidance { get; init; }

        /// <summary>Every caller with its verdict.</summary>
        [JsonPropertyName("callers")]
        public required IReadOnlyList<CallerVerdict> Callers { get; init; }
    }

    /// <summary>A judged caller.</summary>
    public sealed record JudgedCaller
    {
        /// <summary>The caller, as in the verdicts.</summary>
        [JsonPropertyName("caller")]
        public required string Caller { get; init; }

        /// <summary>The number of the caller's organization; null if unknown.</summary>
        [JsonPropertyName("orgNo")]
        public string? OrgNo { get; init; }

        /// <summary>The name of the organization in the register; null if unknown.</summary>
        [JsonPropertyName("name")]
        public string? Name { get; init; }

        /// <summary>The number of its calls that were judged.</summary>
        [JsonPropertyName("calls")]
        public required int Calls { get; init; }
    }

    /// <summary>A Standin reply that violates its own OpenAPI document.</summary>
    public sealed record WrongReply
    {
        /// <summary>The journal line.</summary>
        [JsonPropertyName("call")]
        public required string Call { get; init; }

        /// <summary>The problem with the reply.</summary>
        [JsonPropertyName("why")]
        public required string Why { get; init; }
    }

    /// <summary>Calls that an HTTP library retried automatically.</summary>
    public sealed record RepeatedCalls
    {
        /// <summary>The caller.</summary>
        [JsonPropertyName("caller")]
        public required string Caller { get; init; }

        /// <summary>The ids of the repeated calls; at most 20.</summary>
        [JsonPropertyName("calls")]
        public required IReadOnlyList<string> Calls { get; init; }
    }

    /// <summary>The verdicts on the callers.</summary>
    public sealed record Judgement
    {
        /// <summary>In the order of the table of verdicts.</summary>
        [JsonPropertyName("verdicts")]
        public required IReadOnlyList<Verdict> Verdicts { get; init; }

        /// <summary>The callers that were judged, with the organization of each.</summary>
        [JsonPropertyName("callers")]
        public required IReadOnlyList<JudgedCaller> Callers { get; init; }

        /// <summary>True if the world is watched. Otherwise only lines that are still in the journal are
        /// judged.</summary>
        [JsonPropertyName("watched")]
        public required bool Watched { get; init; }

        /// <summary>Reasons why verdicts may be uncertain: lines that the journal dropped, bodies that it does not
        /// store.</summary>
        [JsonPropertyName("missing")]
        public required IReadOnlyList<string> Missing { get; init; }

        /// <summary>Scenarios that were on but never met by a call or job.</summary>
        [JsonPropertyName("unmet")]
        public required IReadOnlyList<string> Unmet { get; init; }

        /// <summary>Replies of Standin that do not match its own OpenAPI document. They are never the fault of a
        /// client.</summary>
        [JsonPropertyName("ours")]
        public required IReadOnlyList<WrongReply> Ours { get; init; }

        /// <summary>Calls that the HTTP library of a caller probably repeated on its own, milliseconds after a
        /// connection broke.</summary>
        [JsonPropertyName("repeated")]
        public required IReadOnlyList<RepeatedCalls> Repeated { get; init; }

        /// <summary>Findings about bad client behaviour.</summary>
        [JsonIgnore]
        public IReadOnlyList<Fault> Bad => Faults("bad");

        /// <summary>Advice for clients.</summary>
        [JsonIgnore]
        public IReadOnlyList<Fault> Advice => Faults("advice");

        private List<Fault> Faults(string verdict) => Verdicts
            .SelectMany(each => each.Callers.Where(one => one.Verdict == verdict)
                .Select(one => new Fault(each.Id, each.Sentence, each.Guidance, one.Caller, one.Calls)))
            .ToList();
    }

    /// <summary>A server in a process of its own. It ends when its standard input does, however this process ends.</summary>
    private sealed class Server
    {
        internal const string Missing =
            "There is no Standin: set STANDIN_URL, put the package into node_modules, or the program standin on the PATH, or give a command or an image.";
        private static readonly TimeSpan Ready = TimeSpan.FromSeconds(120);
        private static readonly TimeSpan Ended = TimeSpan.FromSeconds(15);

        private readonly Process process;
        private readonly Queue<string> errors = new();
        private readonly IReadOnlyList<string> remove;

        internal string? AdminToken { get; }

        internal string? Url { get; private set; }

        private Server(Process process, string? adminToken, IReadOnlyList<string> remove)
        {
            this.process = process;
            this.remove = remove;
            AdminToken = adminToken;
        }

        /// <summary>node_modules/.bin here and above, then the PATH. Empty: nowhere.</summary>
        internal static IReadOnlyList<string> Find()
        {
            var name = OperatingSystem.IsWindows() ? "standin.cmd" : "standin";
            for (var folder = new DirectoryInfo(Directory.GetCurrentDirectory()); folder is not null; folder = folder.Parent)
            {
                var path = Path.Combine(folder.FullName, "node_modules", ".bin", name);
                if (File.Exists(path)) return [path];
            }
            return OnPath(name);
        }

        private static IReadOnlyList<string> OnPath(string name)
        {
            var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
            var path = folders.Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
            return path is null ? [] : [path];
        }

        internal static Task<Server> OfCommandAsync(IReadOnlyList<string> command, IReadOnlyList<string> flags, CancellationToken cancellationToken) =>
            StartAsync([.. command, "start", "--host", "127.0.0.1", "--port", "0", .. flags], null, Environment.GetEnvironmentVariable("STANDIN_ADMIN_TOKEN"), [], cancellationToken);

        internal static async Task<Server> OfImageAsync(string image, IReadOnlyList<string> flags, CancellationToken cancellationToken)
        {
            if (!Regex.IsMatch(image, @"\A[a-zA-Z0-9][!-~]*\z")) throw new StandinException($"\"{image}\" is not the name of an image.");
            var ending = OperatingSystem.IsWindows() ? ".exe" : "";
            var engine = OnPath("docker" + ending).Concat(OnPath("podman" + ending)).FirstOrDefault()
                ?? throw new StandinException($"There is neither Docker nor Podman on the PATH to run {image}.");
            var name = "standin-" + Wire.Random(8);
            var token = Wire.Random(32);
            string[] run = [engine, "run", "--rm", "--interactive", "--name", name, "--publish", "127.0.0.1::4300", "--env", "STANDIN_ADMIN_TOKEN", image];
            var server = await StartAsync(
                [.. run, "start", "--host", "0.0.0.0", "--port", "4300", .. flags], token, token, [engine, "rm", "--force", name], cancellationToken).ConfigureAwait(false);
            var port = Regex.Match(await RanAsync([engine, "port", name, "4300/tcp"]).ConfigureAwait(false), @"127\.0\.0\.1:(\d{1,5})");
            if (!port.Success)
            {
                await server.EndAsync().ConfigureAwait(false);
                throw new StandinException($"{engine} does not say at which port {name} is.");
            }
            server.Url = $"http://127.0.0.1:{port.Groups[1].Value}";
            return server;
        }

        private static ProcessStartInfo Program(IReadOnlyList<string> command)
        {
            var program = new ProcessStartInfo(command[0]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
            foreach (var argument in command.Skip(1)) program.ArgumentList.Add(argument);
            return program;
        }

        private static async Task<Server> StartAsync(
            IReadOnlyList<string> command, string? tokenInEnvironment, string? adminToken, IReadOnlyList<string> remove, CancellationToken cancellationToken)
        {
            var program = Program(command);
            if (tokenInEnvironment is not null) program.Environment["STANDIN_ADMIN_TOKEN"] = tokenInEnvironment;
            Process process;
            try
            {
                process = Process.Start(program) ?? throw new StandinException($"{command[0]} cannot be started.");
            }
            catch (Exception failure) when (failure is System.ComponentModel.Win32Exception or InvalidOperationException)
            {
                throw new StandinException($"{command[0]} cannot be started: {failure.Message}", cause: failure);
            }
            var server = new Server(process, adminToken, remove);
            process.ErrorDataReceived += (_, said) => server.Heard(said.Data);
            process.BeginErrorReadLine();
            string? line = null;
            try
            {
                line = await process.StandardOutput.ReadLineAsync(cancellationToken).AsTask().WaitAsync(Ready, cancellationToken).ConfigureAwait(false);
                using var facts = JsonDocument.Parse(line ?? "");
                server.Url = facts.RootElement.GetProperty("url").GetString() ?? throw new JsonException();
            }
            catch (Exception failure)
            {
                await server.EndAsync().ConfigureAwait(false);
                if (failure is OperationCanceledException) throw;
                string said;
                lock (server.errors) said = string.Join('\n', server.errors.Prepend(line ?? "")).Trim();
                throw new StandinException($"Standin did not start: {string.Join(' ', command)}\n{(said.Length > 0 ? said : "It said nothing.")}", cause: failure);
            }
            // What follows is read, so that the server never waits.
            _ = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
            return server;
        }

        private void Heard(string? line)
        {
            if (line is null) return;
            var text = Wire.Shown(line);
            if (Url is not null) Console.Error.WriteLine("standin: " + text);
            lock (errors)
            {
                errors.Enqueue(text);
                if (errors.Count > 20) errors.Dequeue();
            }
        }

        internal async Task EndAsync()
        {
            try
            {
                process.StandardInput.Close();
            }
            catch (IOException)
            {
                // It has ended.
            }
            using var patience = new CancellationTokenSource(Ended);
            try
            {
                await process.WaitForExitAsync(patience.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                process.Kill(entireProcessTree: true);
                if (remove.Count > 0) await RanAsync(remove).ConfigureAwait(false);
            }
            process.Dispose();
        }

        /// <summary>What a short command says.</summary>
        private static async Task<string> RanAsync(IReadOnlyList<string> command)
        {
            using var process = Process.Start(Program(command));
            if (process is null) return "";
            process.StandardInput.Close();
            _ = process.StandardError.BaseStream.CopyToAsync(Stream.Null);
            using var patience = new CancellationTokenSource(Ended);
            try
            {
                return await process.StandardOutput.ReadToEndAsync(patience.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                process.Kill();
                return "";
            }
        }
    }

    /// <summary>Calls over HTTP, and what their replies contain.</summary>
    private static class Wire
    {
        private const int Longest = 256 * 1024 * 1024;

        /// <summary>Follows no redirect and uses no proxy: the admin token is for this server alone.</summary>
        private static readonly HttpClient Http = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false, UseCookies = false })
        {
            Timeout = TimeSpan.FromMinutes(5),
            MaxResponseContentBufferSize = Longest,
        };

        /// <summary>Without the setting of a program that forbids reflection.</summary>
        private static readonly JsonSerializerOptions Json = new()
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        };

        internal static async Task<JsonElement?> SendAsync(
            string server, string? adminToken, string method, string path, object? body, CancellationToken cancellationToken)
        {
            var what = $"{method} {server}{path.Split('?', 2)[0]}";
            int status;
            byte[] content;
            try
            {
                using var request = new HttpRequestMessage(new HttpMethod(method), server + path);
                request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/json"));
                if (!string.IsNullOrEmpty(adminToken)) request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", adminToken);
                if (body is not null)
                {
                    request.Content = new ByteArrayContent(JsonSerializer.SerializeToUtf8Bytes(body, body.GetType(), Json));
                    request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
                }
                using var reply = await Http.SendAsync(request, cancellationToken).ConfigureAwait(false);
                status = (int)reply.StatusCode;
                content = await reply.Content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                throw;
            }
            catch (Exception failure) when (failure is HttpRequestException or OperationCanceledException or IOException or UriFormatException or FormatException or ArgumentException)
            {
                throw new StandinException($"{what} got no reply: {failure.Message}", cause: failure);
            }
            var isGood = status is >= 200 and < 300;
            JsonElement? said = null;
            try
            {
                if (content.Length > 0)
                {
                    using var document = JsonDocument.Parse(content);
                    said = document.RootElement.Clone();
                }
            }
            catch (JsonException failure)
            {
                if (isGood) throw new StandinException($"{what} was answered {status}, but not with JSON. Is it a Standin?", status, cause: failure);
            }
            if (isGood) return said;
            var text = $"{what} was answered {status}.";
            var choices = new List<string>();
            if (said is { ValueKind: JsonValueKind.Object } problem)
            {
                if (problem.TryGetProperty("detail", out var detail) && detail.ValueKind == JsonValueKind.String) text = detail.GetString() ?? text;
                if (problem.TryGetProperty("choices", out var listed) && listed.ValueKind == JsonValueKind.Array)
                    choices.AddRange(listed.EnumerateArray().Select(each => each.ToString()));
            }
            throw new StandinException(text, status, choices);
        }

        internal static string Search(Dictionary<string, object?>? values) =>
            values is null || values.Count == 0
                ? ""
                : "?" + string.Join('&', values.Select(each => $"{Uri.EscapeDataString(each.Key)}={Uri.EscapeDataString(Convert.ToString(each.Value, System.Globalization.CultureInfo.InvariantCulture) ?? "")}"));

        /// <summary>One part of a path.</summary>
        internal static string Part(string name, string value)
        {
            if (value is "" or "." or "..") throw new StandinException($"{name} is \"{value}\": a path cannot contain it.");
            return Uri.EscapeDataString(value);
        }

        internal static Dictionary<string, object?> Values(params (string Name, object? Value)[] all) =>
            all.Where(each => each.Value is not null).ToDictionary(each => each.Name, each => each.Value);

        internal static string Random(int bytes) => Convert.ToHexString(RandomNumberGenerator.GetBytes(bytes)).ToLowerInvariant();

        /// <summary>Without characters that control a terminal.</summary>
        internal static string Shown(string text) => Regex.Replace(text.Length > 10_000 ? text[..10_000] : text, @"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "?");

        internal static T Read<T>(JsonElement? it)
        {
            try
            {
                return (it is { } value ? value.Deserialize<T>(Json) : default) ?? throw new StandinException("The reply is empty.");
            }
            catch (Exception failure) when (failure is JsonException or NotSupportedException or InvalidOperationException)
            {
                throw new StandinException($"The reply is not as expected: {failure.Message}", cause: failure);
            }
        }

        internal static T Member<T>(JsonElement? it, string name)
        {
            if (it is not { ValueKind: JsonValueKind.Object } value || !value.TryGetProperty(name, out var member))
                throw new StandinException($"The reply has no \"{name}\".");
            return Read<T>(member);
        }
    }
}
