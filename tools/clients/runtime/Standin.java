// Standin in tests: starts it, gives each test a world of its own, and controls that world.
//
//     try (var standin = Standin.start(Standin.options().clock("frozen")); var world = standin.world()) {
//         world.use("order-lost-reply");
//         var token = world.token(t -> t.org("ttd").scope("altinn:serviceowner/notifications.create"));
//         // ... the client under test calls world.url() with the token
//         world.advance("P8D");
//         assertEquals(List.of("someone@example.org"), world.outbox().stream().map(Standin.Message::to).toList());
//     }
//
// Written by "standin client java" of Standin {{version}}. It needs Java 17 and no library. Write it again for another version.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.File;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A running server. Use it in a try-with-resources statement, or close it. */
public final class Standin implements AutoCloseable {
    /** The version of Standin that wrote this file. */
    public static final String VERSION = "{{version}}";

    private final String url;
    private final String adminToken;
    private final Map<String, Object> version;
    private final boolean freezesWorlds;
    private Server server;

    private Standin(String url, String adminToken, Server server, boolean freezesWorlds) {
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.adminToken = adminToken;
        this.server = server;
        this.freezesWorlds = freezesWorlds;
        if (!this.url.matches("https?://[!-~]+")) throw new StandinException("\"" + url + "\" is not an address, such as http://127.0.0.1:4300.");
        var said = Wire.send(this.url, adminToken, "GET", "{{start of control.version}}", null);
        if (!(said instanceof Map<?, ?> facts) || !"standin".equals(facts.get("name"))) throw new StandinException(this.url + " is not a Standin.");
        version = Wire.map(Wire::any).apply(said);
        if (!VERSION.equals(version.get("version")))
            System.err.println(Wire.shown("Standin.java is of Standin " + VERSION + ", and " + this.url + " is Standin " + version.get("version")
                + ". Write it again: standin client java"));
    }

    /** Options of {@link #start(Options)}: {@code Standin.options().clock("frozen")}. */
    public static Options options() {
        return new Options();
    }

    /** Starts a server with no options, as {@link #start(Options)} does. */
    public static Standin start() {
        return start(options());
    }

    /**
     * Starts a server, which ends with this process, or uses the one that STANDIN_URL names.
     *
     * <p>Looks for Standin in this order: STANDIN_URL (with STANDIN_ADMIN_TOKEN), {@link Options#command}, node_modules/.bin here and in the
     * folders above, {@code standin} on the PATH, and a container of {@link Options#image}. It never asks a registry of packages.
     */
    public static Standin start(Options options) {
        var shared = System.getenv("STANDIN_URL");
        if (shared != null && !shared.isEmpty()) {
            var standin = new Standin(shared, System.getenv("STANDIN_ADMIN_TOKEN"), null, "frozen".equals(options.values.get("--clock")));
            for (var name : List.of("dialect", "pace")) {
                var wanted = options.values.get("--" + name);
                var actual = standin.version.get(name);
                if (wanted != null && !wanted.equals(actual))
                    throw new StandinException("The test needs the " + name + " " + wanted + ", and STANDIN_URL has " + actual + ".");
            }
            return standin;
        }
        var flags = new ArrayList<>(List.of("--json", "--until-stdin-ends"));
        options.values.forEach((flag, value) -> flags.addAll(List.of(flag, value)));
        flags.addAll(options.arguments);
        var found = options.command.isEmpty() ? Server.find() : options.command;
        if (found.isEmpty() && options.image == null) throw new StandinException(Server.MISSING);
        var server = found.isEmpty() ? Server.ofImage(options.image, flags) : Server.ofCommand(found, flags);
        try {
            return new Standin(server.url, server.adminToken, server, false);
        } catch (RuntimeException | Error failure) {
            server.end();
            throw failure;
        }
    }

    /** The server at this address. It goes on when this object is closed. */
    public static Standin at(String url) {
        return at(url, null);
    }

    /** The server at this address of another machine, which demands an admin token. */
    public static Standin at(String url, String adminToken) {
        return new Standin(url, adminToken, null, false);
    }

    /** The address of the server. */
    public String url() {
        return url;
    }

    /** The version of Standin, its settings and its capabilities. */
    public Map<String, Object> version() {
        return version;
    }

    /** Makes a world by a random name. It is dropped when it is closed. */
    public World world() {
        return world("test-" + Wire.random(8));
    }

    /** Makes the world of this name, if it does not exist. It is dropped when it is closed. */
    public World world(String name) {
        if (!name.matches("[a-z0-9-]{1,63}"))
            throw new StandinException("\"" + name + "\" is not a valid world name. Use 1 to 63 characters: a-z, 0-9 and -.");
        Wire.send(url, adminToken, "PUT", "{{start of control.makeWorld}}" + name, null);
        var world = new World(url, name, adminToken);
        if (freezesWorlds) world.control("POST", "{{below control.freezeClock}}");
        return world;
    }

    /** Ends the server, if {@code start} has started it. */
    @Override
    public synchronized void close() {
        if (server != null) server.end();
        server = null;
    }

    /** Standin refused a call, did not start, or something else answered. The message says what is wrong. */
    public static final class StandinException extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int status;
        private final transient List<String> choices;

        StandinException(String message) {
            this(message, 0, List.of());
        }

        StandinException(String message, int status, List<String> choices) {
            super(Wire.shown(message));
            this.status = status;
            this.choices = choices;
        }

        /** The status of the reply. 0: there was none. */
        public int status() {
            return status;
        }

        /** The valid choices, if the reply names them. */
        public List<String> choices() {
            return choices;
        }
    }

    /** How a server starts. */
    public static final class Options {
        private final Map<String, String> values = new LinkedHashMap<>();
        private List<String> arguments = List.of();
        private List<String> command = List.of();
        private String image;

        private Options() {}

        // {{option parameters}}

        /** More arguments of "standin start". */
        public Options arguments(String... arguments) {
            this.arguments = List.of(arguments);
            return this;
        }

        /** The program, or the program and its first arguments, such as "npx", "standin". */
        public Options command(String... command) {
            this.command = List.of(command);
            return this;
        }

        /** A container image, which Docker or Podman runs. */
        public Options image(String image) {
            this.image = image;
            return this;
        }
    }

    /** A world of its own: its clock, scenarios, records and journal are those of no other test. */
    public static final class World implements AutoCloseable {
        private final String server;
        private final String name;
        private final String url;
        private final String adminToken;

        private World(String server, String name, String adminToken) {
            this.server = server;
            this.name = name;
            this.url = server + "/worlds/" + name;
            this.adminToken = adminToken;
        }

        /** The name of the world. */
        public String name() {
            return name;
        }

        /** The address of the service in this world: the client under test calls it. */
        public String url() {
            return url;
        }

        // {{methods}}

        /**
         * Calls any control row of this world: {@code control("GET", "/clock")}. The path is below /_standin.
         *
         * <p>Returns maps, lists, texts, Long, Double, booleans and null.
         */
        public Object control(String method, String path) {
            return control(method, path, null);
        }

        /** Calls any control row of this world, with a body of maps, lists, texts, numbers, booleans and null. */
        public Object control(String method, String path, Object body) {
            if (!path.matches("/[!-~]*") || path.matches(".*/\\.{1,2}([/?].*)?"))
                throw new StandinException("\"" + path + "\" is not a path below /_standin, such as /clock.");
            return Wire.send(url, adminToken, method, "/_standin" + path, body);
        }

        /** Drops the world, with everything in it. */
        @Override
        public void close() {
            try {
                Wire.send(server, adminToken, "DELETE", "{{start of control.dropWorld}}" + name, null);
            } catch (StandinException refused) {
                if (refused.status() != 404) throw refused;
            }
        }

        private Object query(String method, String path, Map<String, Object> values) {
            return Wire.send(url, adminToken, method, "/_standin" + path + Wire.search(values), null);
        }

        private Object body(String method, String path, Map<String, Object> values) {
            return Wire.send(url, adminToken, method, "/_standin" + path, values);
        }

        private <T> List<T> pages(String path, String name, Function<Object, T> read, Map<String, Object> values) {
            var every = new ArrayList<T>();
            var query = new LinkedHashMap<>(values);
            for (;;) {
                var reply = query("GET", path, query);
                var page = Wire.member(reply, name, Wire.list(read));
                every.addAll(page);
                var after = Wire.maybe(reply, "next", Wire::text);
                if (after == null || page.isEmpty()) return List.copyOf(every);
                query.put("after", after);
            }
        }
    }

    /**
     * Lines of the journal, the newest last.
     *
     * @param lines The lines; the newest 10,000 if there are more.
     * @param count How many lines fit.
     */
    public record Journal(List<JournalLine> lines, int count) implements Iterable<JournalLine> {
        /** The newest line. Throws {@link StandinException} if there is none. */
        public JournalLine last() {
            if (lines.isEmpty()) throw new StandinException("No line of the journal fits.");
            return lines.get(lines.size() - 1);
        }

        @Override
        public Iterator<JournalLine> iterator() {
            return lines.iterator();
        }

        private static Journal of(Object it) {
            return new Journal(Wire.member(it, "journal", Wire.list(JournalLine::of)), Wire.member(it, "total", Wire::integer));
        }
    }

    /**
     * What a client did that it should not do.
     *
     * @param verdict The name of the verdict.
     * @param sentence What a good client does.
     * @param guidance What to change in the client.
     * @param caller Who it is.
     * @param calls The lines of the journal that show it; at most 20.
     */
    public record Fault(String verdict, String sentence, String guidance, String caller, List<String> calls) {}

    // {{records}}

    /** A server in a process of its own. It ends when its standard input does, however this process ends. */
    private static final class Server {
        static final String MISSING = "There is no Standin: set STANDIN_URL, put the package into node_modules, or the program standin on the PATH, "
            + "or give a command or an image.";
        private static final int READY = 120, ENDED = 15;
        private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

        final String adminToken;
        private final Process process;
        private final Deque<String> errors = new ArrayDeque<>();
        private final List<String> remove;
        private final List<Thread> readers = new ArrayList<>();
        private volatile String url;

        /** node_modules/.bin here and above, then the PATH. Empty: nowhere. */
        static List<String> find() {
            var name = WINDOWS ? "standin.cmd" : "standin";
            for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
                var path = folder.resolve("node_modules").resolve(".bin").resolve(name);
                if (Files.isExecutable(path)) return List.of(path.toString());
            }
            return onPath(name);
        }

        private static List<String> onPath(String name) {
            var folders = System.getenv().getOrDefault("PATH", System.getenv().getOrDefault("Path", ""));
            for (var folder : folders.split(File.pathSeparator)) {
                if (folder.isEmpty()) continue;
                var path = new File(folder, name);
                if (path.isFile() && path.canExecute()) return List.of(path.getPath());
            }
            return List.of();
        }

        static Server ofCommand(List<String> command, List<String> flags) {
            var start = joined(command, List.of("start", "--host", "127.0.0.1", "--port", "0"), flags);
            return new Server(start, Map.of(), System.getenv("STANDIN_ADMIN_TOKEN"), List.of());
        }

        static Server ofImage(String image, List<String> flags) {
            if (!image.matches("[a-zA-Z0-9][!-~]*")) throw new StandinException("\"" + image + "\" is not the name of an image.");
            var ending = WINDOWS ? ".exe" : "";
            var engine = onPath("docker" + ending);
            if (engine.isEmpty()) engine = onPath("podman" + ending);
            if (engine.isEmpty()) throw new StandinException("There is neither Docker nor Podman on the PATH to run " + image + ".");
            var name = "standin-" + Wire.random(8);
            var token = Wire.random(32);
            var run = List.of("run", "--rm", "--interactive", "--name", name, "--publish", "127.0.0.1::4300", "--env", "STANDIN_ADMIN_TOKEN", image);
            var command = joined(engine, run, List.of("start", "--host", "0.0.0.0", "--port", "4300"), flags);
            var server = new Server(command, Map.of("STANDIN_ADMIN_TOKEN", token), token, joined(engine, List.of("rm", "--force", name)));
            var said = ran(joined(engine, List.of("port", name, "4300/tcp")));
            var port = said.lines().filter(line -> line.matches("127\\.0\\.0\\.1:\\d{1,5}")).findFirst();
            if (port.isEmpty()) {
                server.end();
                throw new StandinException(engine.get(0) + " does not say at which port " + name + " is.");
            }
            server.url = "http://" + port.get();
            return server;
        }

        @SafeVarargs
        private static List<String> joined(List<String>... parts) {
            var all = new ArrayList<String>();
            for (var part : parts) all.addAll(part);
            return List.copyOf(all);
        }

        private Server(List<String> command, Map<String, String> env, String adminToken, List<String> remove) {
            this.adminToken = adminToken;
            this.remove = remove;
            var builder = new ProcessBuilder(command);
            builder.environment().putAll(env);
            try {
                process = builder.start();
            } catch (IOException failure) {
                throw new StandinException(command.get(0) + " cannot be started: " + failure.getMessage());
            }
            var first = new CompletableFuture<String>();
            read(() -> readOutput(first));
            read(this::readErrors);
            var line = "";
            try {
                line = first.get(READY, TimeUnit.SECONDS);
                url = Wire.member(Json.read(line), "url", Wire::text);
            } catch (InterruptedException | ExecutionException | TimeoutException | StandinException failure) {
                if (failure instanceof InterruptedException) Thread.currentThread().interrupt();
                end();
                String said;
                synchronized (errors) {
                    said = (line + "\n" + String.join("\n", errors)).strip();
                }
                if (said.isEmpty()) said = "It said nothing.";
                throw new StandinException("Standin did not start: " + String.join(" ", command) + "\n" + said);
            }
        }

        void end() {
            try {
                process.getOutputStream().close();
            } catch (IOException closed) {
                // It has ended.
            }
            try {
                if (!process.waitFor(ENDED, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                    if (!remove.isEmpty()) ran(remove);
                }
                for (var reader : readers) reader.join(1000L * ENDED);
            } catch (InterruptedException interrupted) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }

        private void read(Runnable work) {
            var reader = new Thread(work, "standin");
            reader.setDaemon(true);
            reader.start();
            readers.add(reader);
        }

        /** The first line says where the server is. What follows is read, so that the server never waits. */
        private void readOutput(CompletableFuture<String> first) {
            try (var output = process.getInputStream()) {
                var line = new StringBuilder();
                for (int next = output.read(); next >= 0 && next != '\n' && line.length() < 65_536; next = output.read()) line.append((char) next);
                first.complete(line.toString());
                output.transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException ended) {
                first.complete("");
            }
        }

        private void readErrors() {
            try (var lines = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    var text = Wire.shown(line);
                    if (url != null) System.err.println("standin: " + text);
                    synchronized (errors) {
                        errors.add(text);
                        if (errors.size() > 20) errors.remove();
                    }
                }
            } catch (IOException ended) {
                // It has ended.
            }
        }

        /** What a short command says. */
        private static String ran(List<String> command) {
            try {
                var process = new ProcessBuilder(command).redirectErrorStream(true).start();
                process.getOutputStream().close();
                var said = new String(process.getInputStream().readNBytes(65_536), StandardCharsets.UTF_8);
                process.waitFor(ENDED, TimeUnit.SECONDS);
                return said;
            } catch (IOException failure) {
                return "";
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return "";
            }
        }
    }

    /** Calls over HTTP, and what their replies contain. */
    private static final class Wire {
        private static final int LONGEST = 256 * 1024 * 1024;
        private static final Duration ANSWER = Duration.ofMinutes(5);
        /** Follows no redirect and uses no proxy: the admin token is for this server alone. */
        private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER).connectTimeout(Duration.ofSeconds(30)).build();

        static Object send(String base, String adminToken, String method, String path, Object body) {
            var what = method + " " + base + path.split("\\?", 2)[0];
            int status;
            byte[] content;
            try {
                var request = HttpRequest.newBuilder(URI.create(base + path)).timeout(ANSWER).header("Accept", "application/json");
                if (adminToken != null && !adminToken.isEmpty()) request.header("Authorization", "Bearer " + adminToken);
                if (body != null) request.header("Content-Type", "application/json");
                request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body)));
                var reply = HTTP.send(request.build(), BodyHandlers.ofInputStream());
                status = reply.statusCode();
                try (InputStream stream = reply.body()) {
                    content = stream.readNBytes(LONGEST + 1);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new StandinException(what + " was interrupted.");
            } catch (IOException | IllegalArgumentException failure) {
                var why = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
                throw new StandinException(what + " got no reply: " + why);
            }
            if (content.length > LONGEST) throw new StandinException(what + " was answered with more than " + LONGEST + " bytes.", status, List.of());
            var isGood = status >= 200 && status < 300;
            Object said = null;
            try {
                said = content.length == 0 ? null : Json.read(new String(content, StandardCharsets.UTF_8));
            } catch (StandinException noJson) {
                if (isGood) throw new StandinException(what + " was answered " + status + ", but not with JSON. Is it a Standin?", status, List.of());
            }
            if (isGood) return said;
            var problem = said instanceof Map<?, ?> map ? map : Map.of();
            var text = problem.get("detail") instanceof String detail ? detail : what + " was answered " + status + ".";
            List<String> choices = problem.get("choices") instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
            throw new StandinException(text, status, choices);
        }

        static String search(Map<String, Object> values) {
            if (values.isEmpty()) return "";
            return values.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(String.valueOf(each.getValue())))
                .collect(Collectors.joining("&", "?", ""));
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
        }

        /** One part of a path. */
        static String part(String name, String value) {
            if (value == null || List.of("", ".", "..").contains(value))
                throw new StandinException(name + " is \"" + value + "\": a path cannot contain it.");
            return encoded(value);
        }

        static Map<String, Object> values(Object... names) {
            return with(Map.of(), names);
        }

        static Map<String, Object> with(Map<String, Object> others, Object... names) {
            var values = new LinkedHashMap<>(others);
            for (int at = 0; at < names.length; at += 2) if (names[at + 1] != null) values.put((String) names[at], names[at + 1]);
            return values;
        }

        static String random(int bytes) {
            var random = new byte[bytes];
            new SecureRandom().nextBytes(random);
            return HexFormat.of().formatHex(random);
        }

        /** Without characters that control a terminal. */
        static String shown(String text) {
            return text.substring(0, Math.min(text.length(), 10_000)).replaceAll("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]", "?");
        }

        static <T> T member(Object it, String name, Function<Object, T> read) {
            if (!(it instanceof Map<?, ?> map) || !map.containsKey(name)) throw new StandinException("The reply has no \"" + name + "\".");
            try {
                return read.apply(map.get(name));
            } catch (ClassCastException | NullPointerException | ArithmeticException | DateTimeParseException other) {
                throw new StandinException("\"" + name + "\" of the reply is not as expected.");
            }
        }

        static <T> T maybe(Object it, String name, Function<Object, T> read) {
            return it instanceof Map<?, ?> map && map.get(name) != null ? member(it, name, read) : null;
        }

        private static <T> T some(T it) {
            if (it == null) throw new NullPointerException();
            return it;
        }

        static String text(Object it) {
            return some((String) it);
        }

        static Integer integer(Object it) {
            return Math.toIntExact((Long) it);
        }

        static Long whole(Object it) {
            return some((Long) it);
        }

        static Double number(Object it) {
            return ((Number) it).doubleValue();
        }

        static Boolean bool(Object it) {
            return some((Boolean) it);
        }

        static Object any(Object it) {
            return it;
        }

        static Instant time(Object it) {
            return Instant.parse((String) it);
        }

        static <T> Function<Object, List<T>> list(Function<Object, T> read) {
            return it -> ((List<?>) some(it)).stream().map(read).toList();
        }

        static <T> Function<Object, Map<String, T>> map(Function<Object, T> read) {
            return it -> {
                var map = new LinkedHashMap<String, T>();
                ((Map<?, ?>) some(it)).forEach((name, value) -> map.put((String) name, read.apply(value)));
                return map;
            };
        }
    }

    /** Reads and writes JSON as maps, lists, texts, Long, Double, booleans and null. */
    private static final class Json {
        private static final int DEEPEST = 200;
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        static Object read(String text) {
            var json = new Json(text);
            var value = json.value(0);
            json.blank();
            if (json.at < text.length()) throw json.wrong();
            return value;
        }

        private StandinException wrong() {
            return new StandinException("This is not JSON: there is a mistake at character " + at + ".");
        }

        private void blank() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        private char peek() {
            blank();
            if (at >= text.length()) throw wrong();
            return text.charAt(at);
        }

        private boolean skip(char wanted) {
            if (peek() != wanted) return false;
            at++;
            return true;
        }

        private void demand(char wanted) {
            if (!skip(wanted)) throw wrong();
        }

        private Object value(int depth) {
            if (depth > DEEPEST) throw wrong();
            return switch (peek()) {
                case '{' -> object(depth);
                case '[' -> array(depth);
                case '"' -> string();
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            };
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, at)) throw wrong();
            at += word.length();
            return value;
        }

        private Map<String, Object> object(int depth) {
            var members = new LinkedHashMap<String, Object>();
            demand('{');
            if (skip('}')) return members;
            do {
                if (peek() != '"') throw wrong();
                var name = string();
                demand(':');
                members.put(name, value(depth + 1));
            } while (skip(','));
            demand('}');
            return members;
        }

        private List<Object> array(int depth) {
            var items = new ArrayList<Object>();
            demand('[');
            if (skip(']')) return items;
            do items.add(value(depth + 1));
            while (skip(','));
            demand(']');
            return items;
        }

        private String string() {
            var said = new StringBuilder();
            for (at++; at < text.length(); at++) {
                var next = text.charAt(at);
                if (next == '"') {
                    at++;
                    return said.toString();
                }
                if (next < ' ') throw wrong();
                said.append(next == '\\' ? escape() : next);
            }
            throw wrong();
        }

        private char escape() {
            if (++at >= text.length()) throw wrong();
            var letter = text.charAt(at);
            if (letter == 'u') {
                try {
                    at += 4;
                    return (char) HexFormat.fromHexDigits(text, at - 3, at + 1);
                } catch (IllegalArgumentException | IndexOutOfBoundsException other) {
                    throw wrong();
                }
            }
            var place = "\"\\/bfnrt".indexOf(letter);
            if (place < 0) throw wrong();
            return "\"\\/\b\f\n\r\t".charAt(place);
        }

        private Object number() {
            var from = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            var number = text.substring(from, at);
            try {
                if (number.matches("-?\\d{1,18}")) return Long.valueOf(number);
                if (number.matches("-?\\d{1,400}(\\.\\d{1,400})?([eE][+-]?\\d{1,4})?")) return Double.valueOf(number);
                throw wrong();
            } catch (NumberFormatException other) {
                throw wrong();
            }
        }

        static String write(Object value) {
            if (value == null || value instanceof Number || value instanceof Boolean) return String.valueOf(value);
            if (value instanceof Map<?, ?> map)
                return map.entrySet().stream()
                    .map(each -> quoted(String.valueOf(each.getKey())) + ":" + write(each.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
            if (value instanceof Iterable<?> items) {
                var parts = new ArrayList<String>();
                items.forEach(each -> parts.add(write(each)));
                return "[" + String.join(",", parts) + "]";
            }
            if (value instanceof Record) return write(members(value));
            return quoted(String.valueOf(value));
        }

        /** A record of this file as an object with the names of the rows. */
        private static Map<String, Object> members(Object value) {
            var members = new LinkedHashMap<String, Object>();
            try {
                for (var each : value.getClass().getRecordComponents()) {
                    var member = each.getAccessor().invoke(value);
                    if (member != null) members.put(each.getName(), member);
                }
            } catch (ReflectiveOperationException failure) {
                throw new StandinException("A call cannot send a " + value.getClass().getSimpleName() + ".");
            }
            return members;
        }

        private static String quoted(String text) {
            var said = new StringBuilder("\"");
            for (var letter : text.toCharArray()) {
                if (letter == '"' || letter == '\\') said.append('\\').append(letter);
                else if (letter < ' ' || Character.isSurrogate(letter)) said.append(String.format("\\u%04x", (int) letter));
                else said.append(letter);
            }
            return said.append('"').toString();
        }
    }
}
