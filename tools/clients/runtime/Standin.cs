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
// Written by "standin client csharp" of Standin {{version}}. It needs .NET 8 and no package. Write it again for another version.

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
    public const string FileVersion = "{{version}}";

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
        var said = await Wire.SendAsync(Url, adminToken, "GET", "{{start of control.version}}", null, cancellationToken).ConfigureAwait(false);
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
        await Wire.SendAsync(Url, adminToken, "PUT", "{{start of control.makeWorld}}" + name, null, cancellationToken).ConfigureAwait(false);
        var world = new World(Url, name, adminToken);
        if (freezesWorlds) await world.ControlAsync("POST", "{{below control.freezeClock}}", cancellationToken: cancellationToken).ConfigureAwait(false);
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
        // {{option parameters}}

        /// <summary>More arguments of "standin start".</summary>
        public IReadOnlyList<string> Arguments { get; init; } = [];

        /// <summary>The program, or the program and its first arguments, such as "npx", "standin".</summary>
        public IReadOnlyList<string> Command { get; init; } = [];

        /// <summary>A container image, which Docker or Podman runs.</summary>
        public string? Image { get; init; }

        internal (string Flag, string? Value)[] Values() =>
        [
            // {{option values}}
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

        // {{methods}}

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
                await Wire.SendAsync(server, adminToken, "DELETE", "{{start of control.dropWorld}}" + Name, null, default).ConfigureAwait(false);
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

    // {{records}}

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
