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
// Written by "standin client java" of Standin 1.0.0. It needs Java 17 and no library. Write it again for another version.

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
    public static final String VERSION = "1.0.0";

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
        var said = Wire.send(this.url, adminToken, "GET", "/_standin/version", null);
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
        Wire.send(url, adminToken, "PUT", "/_standin/worlds/" + name, null);
        var world = new World(url, name, adminToken);
        if (freezesWorlds) world.control("POST", "/clock/freeze");
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

        /** The worlds' clock: real (runs in real time), frozen (frozen until "standin clock advance"). */
        public Options clock(String clock) {
            values.put("--clock", clock);
            return this;
        }

        /**
         * The source to follow where specification and live services differ: spec (like the specification), live
         * (like the live services).
         */
        public Options dialect(String dialect) {
            values.put("--dialect", dialect);
            return this;
        }

        /**
         * The service's speed: instant (the service works without delay), fast (each step takes a second), real (each
         * step takes as long as in the live services).
         */
        public Options pace(String pace) {
            values.put("--pace", pace);
            return this;
        }

        /** The clock's start time, such as 2026-06-01T10:00:00Z. */
        public Options now(String now) {
            values.put("--now", now);
            return this;
        }

        /** Seed; the same seed, clock and calls produce the same bytes. */
        public Options seed(String seed) {
            values.put("--seed", seed);
            return this;
        }

        /**
         * Rate limits, in calls per minute: current (per integration), earlier (per subscription key, with the former
         * limits), off (none).
         */
        public Options rateLimits(String rateLimits) {
            values.put("--rate-limits", rateLimits);
            return this;
        }

        /** A folder with your own scenarios (.yaml); reloaded after changes. */
        public Options scenarios(String scenarios) {
            values.put("--scenarios", scenarios);
            return this;
        }

        /** A folder with your own people, organizations, resources and callers (.json). */
        public Options fixtures(String fixtures) {
            values.put("--fixtures", fixtures);
            return this;
        }

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

        /**
         * Switch a scenario on, or restart it.
         *
         * @param name The name of the scenario.
         */
        public ScenarioStatus use(String name) {
            return ScenarioStatus.of(body("PUT", "/scenarios/" + Wire.part("name", name) + "/active", null));
        }

        /**
         * Switch a scenario on, or restart it.
         *
         * @param name The name of the scenario.
         * @param ttl The duration after which it is switched off, by the clock of the world, such as 5m or PT5M.
         *     Default: never.
         */
        public ScenarioStatus use(String name, String ttl) {
            return ScenarioStatus.of(body("PUT", "/scenarios/" + Wire.part("name", name) + "/active", Wire.values("ttl", ttl)));
        }

        /** Switch a scenario off, or all of them. */
        public void off() {
            body("DELETE", "/scenarios/active", null);
        }

        /**
         * Switch a scenario off, or all of them.
         *
         * @param name The name of the scenario.
         */
        public void off(String name) {
            body("DELETE", "/scenarios/" + Wire.part("name", name) + "/active", null);
        }

        /** Create a token for any caller. */
        public String token() {
            return Wire.member(body("POST", "/tokens", null), "token", Wire::text);
        }

        /** Create a token for any caller. */
        public String token(Consumer<TokenOptions> options) {
            var given = new TokenOptions();
            options.accept(given);
            return Wire.member(body("POST", "/tokens", given.values), "token", Wire::text);
        }

        /** Options of {@link #token}. */
        public static final class TokenOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private TokenOptions() {}

            /** The code of a service owner, such as ttd. */
            public TokenOptions org(String org) {
                values.put("org", org);
                return this;
            }

            /** The organization number of the caller. For a token of a system user: the number of the vendor. */
            public TokenOptions orgNo(String orgNo) {
                values.put("orgNo", orgNo);
                return this;
            }

            /** The scopes, separated by spaces. Default: all scopes of the service. */
            public TokenOptions scope(String scope) {
                values.put("scope", scope);
                return this;
            }

            /** The client id of the integration. Default: derived from the organization number. */
            public TokenOptions clientId(String clientId) {
                values.put("clientId", clientId);
                return this;
            }

            /** The number of the organization that a system user acts for. */
            public TokenOptions systemUserOrg(String systemUserOrg) {
                values.put("systemUserOrg", systemUserOrg);
                return this;
            }

            /** The issuer: platform, or maskinporten for a token that is not exchanged yet. Default: platform. */
            public TokenOptions issuer(String issuer) {
                values.put("issuer", issuer);
                return this;
            }

            /** The lifetime of the token: a duration such as 30m or PT30M, or seconds. Default: 30m. */
            public TokenOptions ttl(String ttl) {
                values.put("ttl", ttl);
                return this;
            }
        }

        /**
         * Advance world time and run the jobs that come due.
         *
         * @param by The duration to advance by, such as 7d or P7D; a number is milliseconds.
         */
        public Account advance(String by) {
            return Account.of(body("POST", "/clock/advance", Wire.values("by", by)));
        }

        /** Advance world time and run the jobs that come due. */
        public Account advance(Consumer<AdvanceOptions> options) {
            var given = new AdvanceOptions();
            options.accept(given);
            return Account.of(body("POST", "/clock/advance", given.values));
        }

        /** Options of {@link #advance}. */
        public static final class AdvanceOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private AdvanceOptions() {}

            /** The duration to advance by, such as 7d or P7D; a number is milliseconds. */
            public AdvanceOptions by(String by) {
                values.put("by", by);
                return this;
            }

            /** The time to advance to. */
            public AdvanceOptions to(String to) {
                values.put("to", to);
                return this;
            }

            /** Advances until no working step is left. */
            public AdvanceOptions until(String until) {
                values.put("until", until);
                return this;
            }

            /** The maximum duration for `until`. Default: P30D. */
            public AdvanceOptions atMost(String atMost) {
                values.put("atMost", atMost);
                return this;
            }
        }

        /** The calls, or the service's jobs, newest last. */
        public Journal journal() {
            return Journal.of(query("GET", "/journal", Wire.values("limit", 10000)));
        }

        /** The calls, or the service's jobs, newest last. */
        public Journal journal(Consumer<JournalOptions> options) {
            var given = new JournalOptions();
            options.accept(given);
            return Journal.of(query("GET", "/journal", Wire.with(given.values, "limit", 10000)));
        }

        /** Options of {@link #journal}. */
        public static final class JournalOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private JournalOptions() {}

            /** A line id or a time: only lines newer than that line, or not older than that time. */
            public JournalOptions since(String since) {
                values.put("since", since);
                return this;
            }

            /** An operation or an area; with `jobs`, a job or an area. */
            public JournalOptions operation(String operation) {
                values.put("operation", operation);
                return this;
            }

            /** Only calls with this status or class of statuses, such as 5xx. */
            public JournalOptions status(String status) {
                values.put("status", status);
                return this;
            }

            /** Only calls with this error code. */
            public JournalOptions code(String code) {
                values.put("code", code);
                return this;
            }

            /** Only calls that this scenario changed. */
            public JournalOptions scenario(String scenario) {
                values.put("scenario", scenario);
                return this;
            }

            /** Only lines of this caller: its code, number or client id. */
            public JournalOptions caller(String caller) {
                values.put("caller", caller);
                return this;
            }

            /** Only lines of this environment. */
            public JournalOptions environment(String environment) {
                values.put("environment", environment);
                return this;
            }

            /** Only lines with this text in the path, the query, the reason, the data or a stored body. */
            public JournalOptions text(String text) {
                values.put("text", text);
                return this;
            }

            /** Only calls that went to the real service with this result: same, differs, or apart. */
            public JournalOptions comparison(String comparison) {
                values.put("comparison", comparison);
                return this;
            }

            /** true: jobs instead of calls; also: both. */
            public JournalOptions jobs(String jobs) {
                values.put("jobs", jobs);
                return this;
            }
        }

        /** The messages sent by the service, in both environments. */
        public List<Message> outbox() {
            return pages("/outbox", "messages", Message::of, Map.of());
        }

        /** The messages sent by the service, in both environments. */
        public List<Message> outbox(Consumer<OutboxOptions> options) {
            var given = new OutboxOptions();
            options.accept(given);
            return pages("/outbox", "messages", Message::of, given.values);
        }

        /** Options of {@link #outbox}. */
        public static final class OutboxOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private OutboxOptions() {}

            /** Only the message with this id. */
            public OutboxOptions id(String id) {
                values.put("id", id);
                return this;
            }

            /** The environment: test or production. */
            public OutboxOptions environment(String environment) {
                values.put("environment", environment);
                return this;
            }

            /** Only messages to this address, or to the recipient with this number or URN in the order. */
            public OutboxOptions recipient(String recipient) {
                values.put("recipient", recipient);
                return this;
            }

            /**
             * Only messages with this text in the address or subject, or to the recipient with this number or URN in
             * the order.
             */
            public OutboxOptions text(String text) {
                values.put("text", text);
                return this;
            }

            /** Only messages of this channel. */
            public OutboxOptions channel(String channel) {
                values.put("channel", channel);
                return this;
            }

            /** Only messages of the order with this notificationOrderId. */
            public OutboxOptions orderId(String orderId) {
                values.put("orderId", orderId);
                return this;
            }

            /** Only messages of this shipment. */
            public OutboxOptions shipmentId(String shipmentId) {
                values.put("shipmentId", shipmentId);
                return this;
            }

            /** beginning: only the first 200 characters. Default: whole. */
            public OutboxOptions bodies(String bodies) {
                values.put("bodies", bodies);
                return this;
            }
        }

        /** The orders in both environments: each notification and each reminder. */
        public List<Shipment> orders() {
            return pages("/records/shipments", "records", Shipment::of, Map.of());
        }

        /** The orders in both environments: each notification and each reminder. */
        public List<Shipment> orders(Consumer<OrdersOptions> options) {
            var given = new OrdersOptions();
            options.accept(given);
            return pages("/records/shipments", "records", Shipment::of, given.values);
        }

        /** Options of {@link #orders}. */
        public static final class OrdersOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private OrdersOptions() {}

            /** Only the record with this id. */
            public OrdersOptions id(String id) {
                values.put("id", id);
                return this;
            }

            /** Only records of this environment. */
            public OrdersOptions environment(String environment) {
                values.put("environment", environment);
                return this;
            }

            /** Only records of this creator. */
            public OrdersOptions creator(String creator) {
                values.put("creator", creator);
                return this;
            }

            /** Only shipments of the order with this id. */
            public OrdersOptions order(String order) {
                values.put("order", order);
                return this;
            }

            /** Only records of this type. */
            public OrdersOptions type(String type) {
                values.put("type", type);
                return this;
            }

            /** Only records in this status. */
            public OrdersOptions status(String status) {
                values.put("status", status);
                return this;
            }

            /** Only shipments with this sender's reference. */
            public OrdersOptions sendersReference(String sendersReference) {
                values.put("sendersReference", sendersReference);
                return this;
            }

            /** Only records with this recipient. */
            public OrdersOptions recipient(String recipient) {
                values.put("recipient", recipient);
                return this;
            }
        }

        /** The file transfers in both environments. */
        public List<FileTransfer> files() {
            return pages("/records/fileTransfers", "records", FileTransfer::of, Map.of());
        }

        /** The file transfers in both environments. */
        public List<FileTransfer> files(Consumer<FilesOptions> options) {
            var given = new FilesOptions();
            options.accept(given);
            return pages("/records/fileTransfers", "records", FileTransfer::of, given.values);
        }

        /** Options of {@link #files}. */
        public static final class FilesOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private FilesOptions() {}

            /** Only the record with this id. */
            public FilesOptions id(String id) {
                values.put("id", id);
                return this;
            }

            /** Only records of this environment. */
            public FilesOptions environment(String environment) {
                values.put("environment", environment);
                return this;
            }

            /** Only records in this status. */
            public FilesOptions status(String status) {
                values.put("status", status);
                return this;
            }

            /** Only records with this recipient. */
            public FilesOptions recipient(String recipient) {
                values.put("recipient", recipient);
                return this;
            }

            /** Only records of this resource. */
            public FilesOptions resource(String resource) {
                values.put("resource", resource);
                return this;
            }

            /** Only file transfers with this file name. */
            public FilesOptions fileName(String fileName) {
                values.put("fileName", fileName);
                return this;
            }

            /** Only file transfers with this sender's reference. */
            public FilesOptions reference(String reference) {
                values.put("reference", reference);
                return this;
            }

            /** Only file transfers of this sender. */
            public FilesOptions sender(String sender) {
                values.put("sender", sender);
                return this;
            }
        }

        /**
         * Publish a file of any size, whose bytes are generated while a client reads them.
         *
         * @param size The size in bytes. The content is generated, so it takes no space.
         */
        public String publishFile(long size) {
            return Wire.member(body("POST", "/file-transfers", Wire.values("size", size)), "fileTransferId", Wire::text);
        }

        /**
         * Publish a file of any size, whose bytes are generated while a client reads them.
         *
         * @param size The size in bytes. The content is generated, so it takes no space.
         */
        public String publishFile(long size, Consumer<PublishFileOptions> options) {
            var given = new PublishFileOptions();
            options.accept(given);
            return Wire.member(body("POST", "/file-transfers", Wire.with(given.values, "size", size)), "fileTransferId", Wire::text);
        }

        /** Options of {@link #publishFile}. */
        public static final class PublishFileOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private PublishFileOptions() {}

            /** The same seed gives the same bytes. Default: the seed of the simulator. */
            public PublishFileOptions seed(Integer seed) {
                values.put("seed", seed);
                return this;
            }

            /** The file name, 1 to 255 characters. */
            public PublishFileOptions fileName(String fileName) {
                values.put("fileName", fileName);
                return this;
            }

            /** The organization number of the sender, or any form that the service accepts. */
            public PublishFileOptions sender(String sender) {
                values.put("sender", sender);
                return this;
            }

            /** The organization numbers of the recipients. */
            public PublishFileOptions recipients(List<String> recipients) {
                values.put("recipients", recipients);
                return this;
            }

            /** The id of the resource. Default: standin-unscanned. In production, other resources need an approval. */
            public PublishFileOptions resourceId(String resourceId) {
                values.put("resourceId", resourceId);
                return this;
            }

            /** Default: the environment of the address. */
            public PublishFileOptions environment(String environment) {
                values.put("environment", environment);
                return this;
            }
        }

        /**
         * End the scan of a file now.
         *
         * @param id The id of a file transfer in the addressed environment.
         */
        public TransferStatus scanFile(String id) {
            return TransferStatus.of(body("POST", "/file-transfers/" + Wire.part("id", id) + "/scan", null));
        }

        /**
         * End the scan of a file now.
         *
         * @param id The id of a file transfer in the addressed environment.
         * @param result The result. Default: depends on the name and content of the file.
         */
        public TransferStatus scanFile(String id, String result) {
            return TransferStatus.of(body("POST", "/file-transfers/" + Wire.part("id", id) + "/scan", Wire.values("result", result)));
        }

        /**
         * Purge a file now, as if its lifetime or grace period had ended.
         *
         * @param id The id of a file transfer in the addressed environment.
         */
        public TransferStatus expireFile(String id) {
            return TransferStatus.of(body("POST", "/file-transfers/" + Wire.part("id", id) + "/expire", null));
        }

        /** The contact register: people, organizations and external identities. */
        public List<Contact> contacts() {
            return pages("/contacts", "contacts", Contact::of, Map.of());
        }

        /** The contact register: people, organizations and external identities. */
        public List<Contact> contacts(Consumer<ContactsOptions> options) {
            var given = new ContactsOptions();
            options.accept(given);
            return pages("/contacts", "contacts", Contact::of, given.values);
        }

        /** Options of {@link #contacts}. */
        public static final class ContactsOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private ContactsOptions() {}

            /** Only contacts with this condition, such as reserved. */
            public ContactsOptions condition(String condition) {
                values.put("condition", condition);
                return this;
            }

            /** Only people, only organizations, or only external identities. */
            public ContactsOptions kind(String kind) {
                values.put("kind", kind);
                return this;
            }

            /** Only contacts with these numbers, separated by commas. Codes of service owners, such as ttd, also work. */
            public ContactsOptions numbers(String numbers) {
                values.put("numbers", numbers);
                return this;
            }
        }

        /**
         * Add a contact to the register, or replace one.
         *
         * @param number A national identity number, an organization number, or the URN of an external identity.
         */
        public Contact putContact(String number) {
            return Contact.of(body("PUT", "/contacts/" + Wire.part("number", number), null));
        }

        /**
         * Add a contact to the register, or replace one.
         *
         * @param number A national identity number, an organization number, or the URN of an external identity.
         */
        public Contact putContact(String number, Consumer<PutContactOptions> options) {
            var given = new PutContactOptions();
            options.accept(given);
            return Contact.of(body("PUT", "/contacts/" + Wire.part("number", number), given.values));
        }

        /** Options of {@link #putContact}. */
        public static final class PutContactOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private PutContactOptions() {}

            /** The name. */
            public PutContactOptions name(String name) {
                values.put("name", name);
                return this;
            }

            /** The special property of the contact, in one word. */
            public PutContactOptions condition(String condition) {
                values.put("condition", condition);
                return this;
            }

            /** True if the addresses are verified. */
            public PutContactOptions verified(Boolean verified) {
                values.put("verified", verified);
                return this;
            }

            /** The email address. */
            public PutContactOptions email(String email) {
                values.put("email", email);
                return this;
            }

            /** The mobile number. */
            public PutContactOptions mobile(String mobile) {
                values.put("mobile", mobile);
                return this;
            }

            /** True if the person is reserved against digital communication. */
            public PutContactOptions reserved(Boolean reserved) {
                values.put("reserved", reserved);
                return this;
            }

            /** Time when the person last confirmed the details. */
            public PutContactOptions updated(String updated) {
                values.put("updated", updated);
                return this;
            }

            /** The email addresses. */
            public PutContactOptions emails(List<String> emails) {
                values.put("emails", emails);
                return this;
            }

            /** The mobile numbers. */
            public PutContactOptions mobiles(List<String> mobiles) {
                values.put("mobiles", mobiles);
                return this;
            }

            /** People who registered addresses of their own for the organization. */
            public PutContactOptions users(List<Object> users) {
                values.put("users", users);
                return this;
            }

            /** The code of the service owner. Null: the organization is not a service owner. */
            public PutContactOptions serviceOwner(String serviceOwner) {
                values.put("serviceOwner", serviceOwner);
                return this;
            }
        }

        /**
         * Remove a contact from the register.
         *
         * @param number A national identity number, an organization number, or the URN of an external identity.
         */
        public void removeContact(String number) {
            body("DELETE", "/contacts/" + Wire.part("number", number), null);
        }

        /** The resources of both environments, with their configuration. */
        public List<Resource> resources() {
            return pages("/resources", "resources", Resource::of, Map.of());
        }

        /**
         * Add a resource to the addressed environment, or replace one. Members as in resources.json.
         *
         * @param id The id of a resource in the addressed environment.
         */
        public Resource putResource(String id) {
            return Resource.of(body("PUT", "/resources/" + Wire.part("id", id), null));
        }

        /**
         * Add a resource to the addressed environment, or replace one. Members as in resources.json.
         *
         * @param id The id of a resource in the addressed environment.
         */
        public Resource putResource(String id, Consumer<PutResourceOptions> options) {
            var given = new PutResourceOptions();
            options.accept(given);
            return Resource.of(body("PUT", "/resources/" + Wire.part("id", id), given.values));
        }

        /** Options of {@link #putResource}. */
        public static final class PutResourceOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private PutResourceOptions() {}

            /** The organization number of its service owner. */
            public PutResourceOptions owner(String owner) {
                values.put("owner", owner);
                return this;
            }

            /** The largest file in bytes. Absent: no limit for this resource. */
            public PutResourceOptions maxFileTransferSize(Long maxFileTransferSize) {
                values.put("maxFileTransferSize", maxFileTransferSize);
                return this;
            }

            /** Time until files expire, such as 30d. */
            public PutResourceOptions timeToLive(String timeToLive) {
                values.put("timeToLive", timeToLive);
                return this;
            }

            /** True: files are purged once all recipients have confirmed. */
            public PutResourceOptions purgeAfterConfirmed(Boolean purgeAfterConfirmed) {
                values.put("purgeAfterConfirmed", purgeAfterConfirmed);
                return this;
            }

            /** Time until files are purged after the last confirmation, such as 2h. */
            public PutResourceOptions gracePeriod(String gracePeriod) {
                values.put("gracePeriod", gracePeriod);
                return this;
            }

            /** True: older clients get a manifest file. Has no effect in Standin. */
            public PutResourceOptions useManifestFileShim(Boolean useManifestFileShim) {
                values.put("useManifestFileShim", useManifestFileShim);
                return this;
            }

            /** The code of the older service. Has no effect in Standin. */
            public PutResourceOptions externalServiceCode(String externalServiceCode) {
                values.put("externalServiceCode", externalServiceCode);
                return this;
            }

            /** The edition of the older service. Has no effect in Standin. */
            public PutResourceOptions externalServiceEdition(Integer externalServiceEdition) {
                values.put("externalServiceEdition", externalServiceEdition);
                return this;
            }

            /**
             * The organization that must be the sender or the only recipient of each file transfer, such as
             * 0192:991825827.
             */
            public PutResourceOptions requiredParty(String requiredParty) {
                values.put("requiredParty", requiredParty);
                return this;
            }

            /** The only organizations that may be recipients, such as 0192:370916446. */
            public PutResourceOptions accessList(List<String> accessList) {
                values.put("accessList", accessList);
                return this;
            }

            /** True: files may skip the virus scan, also in production. */
            public PutResourceOptions unscannedApproved(Boolean unscannedApproved) {
                values.put("unscannedApproved", unscannedApproved);
                return this;
            }

            /** False: its owner has not configured it. Default: true. */
            public PutResourceOptions configured(Boolean configured) {
                values.put("configured", configured);
                return this;
            }

            /** False: it is missing in the resource registry. Default: true. */
            public PutResourceOptions registered(Boolean registered) {
                values.put("registered", registered);
                return this;
            }
        }

        /**
         * Remove a resource from the addressed environment. Its file transfers stay.
         *
         * @param id The id of a resource in the addressed environment.
         */
        public void removeResource(String id) {
            body("DELETE", "/resources/" + Wire.part("id", id), null);
        }

        /** The gates and the calls held at them. */
        public List<GateState> gates() {
            return pages("/gates", "gates", GateState::of, Map.of());
        }

        /**
         * Hold the calls of an operation before or after their work until they are released. An existing gate stays
         * unchanged.
         *
         * @param operation The operation with the gate, such as notifications.createOrder.
         * @param at The place of the gate: before-work, or after-work and before the reply.
         */
        public GateState putGate(String operation, String at) {
            return GateState.of(body("PUT", "/gates/" + Wire.part("operation", operation) + "/" + Wire.part("at", at), null));
        }

        /**
         * Wait until this many calls are held at a gate.
         *
         * @param operation The operation with the gate, such as notifications.createOrder.
         * @param at The place of the gate: before-work, or after-work and before the reply.
         */
        public GateState waitAtGate(String operation, String at) {
            return GateState.of(body("GET", "/gates/" + Wire.part("operation", operation) + "/" + Wire.part("at", at), null));
        }

        /**
         * Wait until this many calls are held at a gate.
         *
         * @param operation The operation with the gate, such as notifications.createOrder.
         * @param at The place of the gate: before-work, or after-work and before the reply.
         */
        public GateState waitAtGate(String operation, String at, Consumer<WaitAtGateOptions> options) {
            var given = new WaitAtGateOptions();
            options.accept(given);
            return GateState.of(query("GET", "/gates/" + Wire.part("operation", operation) + "/" + Wire.part("at", at), given.values));
        }

        /** Options of {@link #waitAtGate}. */
        public static final class WaitAtGateOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private WaitAtGateOptions() {}

            /** Wait until this many calls are held at the gate. */
            public WaitAtGateOptions arrived(Integer arrived) {
                values.put("arrived", arrived);
                return this;
            }

            /** The maximum wait in real time. Default: 30s. */
            public WaitAtGateOptions within(String within) {
                values.put("within", within);
                return this;
            }
        }

        /**
         * Release calls that are held at a gate, in any order.
         *
         * @param operation The operation with the gate, such as notifications.createOrder.
         * @param at The place of the gate: before-work, or after-work and before the reply.
         */
        public GateState releaseGate(String operation, String at) {
            return GateState.of(body("POST", "/gates/" + Wire.part("operation", operation) + "/" + Wire.part("at", at) + "/release", null));
        }

        /**
         * Release calls that are held at a gate, in any order.
         *
         * @param operation The operation with the gate, such as notifications.createOrder.
         * @param at The place of the gate: before-work, or after-work and before the reply.
         */
        public GateState releaseGate(String operation, String at, Consumer<ReleaseGateOptions> options) {
            var given = new ReleaseGateOptions();
            options.accept(given);
            return GateState.of(body("POST", "/gates/" + Wire.part("operation", operation) + "/" + Wire.part("at", at) + "/release", given.values));
        }

        /** Options of {@link #releaseGate}. */
        public static final class ReleaseGateOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private ReleaseGateOptions() {}

            /** The number of calls to release, in order of arrival. Default: all. */
            public ReleaseGateOptions calls(Integer calls) {
                values.put("calls", calls);
                return this;
            }

            /** The positions of the calls, from 0, in the order of release. 1,0 releases the second, then the first. */
            public ReleaseGateOptions order(List<Integer> order) {
                values.put("order", order);
                return this;
            }
        }

        /**
         * Release all calls held at a gate, and remove the gate.
         *
         * @param operation The operation with the gate, such as notifications.createOrder.
         * @param at The place of the gate: before-work, or after-work and before the reply.
         */
        public void removeGate(String operation, String at) {
            body("DELETE", "/gates/" + Wire.part("operation", operation) + "/" + Wire.part("at", at), null);
        }

        /** Verdicts on how each caller behaved, with the calls that show it. */
        public Judgement verdicts() {
            return Judgement.of(body("GET", "/verdicts", null));
        }

        /**
         * Verdicts on how each caller behaved, with the calls that show it.
         *
         * @param caller Only this caller: a client id or an organization number.
         */
        public Judgement verdicts(String caller) {
            return Judgement.of(query("GET", "/verdicts", Wire.values("caller", caller)));
        }

        /** Verdicts on how each caller behaved, with the calls that show it. */
        public Judgement verdicts(Consumer<VerdictsOptions> options) {
            var given = new VerdictsOptions();
            options.accept(given);
            return Judgement.of(query("GET", "/verdicts", given.values));
        }

        /** Options of {@link #verdicts}. */
        public static final class VerdictsOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private VerdictsOptions() {}

            /** Only this caller: a client id or an organization number. */
            public VerdictsOptions caller(String caller) {
                values.put("caller", caller);
                return this;
            }

            /** Only the verdicts of this set, such as 2026-11. Default: every verdict. */
            public VerdictsOptions set(String set) {
                values.put("set", set);
                return this;
            }
        }

        /** Reset the world to its initial state, except for the parts to keep. */
        public void reset() {
            body("POST", "/reset", null);
        }

        /** Reset the world to its initial state, except for the parts to keep. */
        public void reset(Consumer<ResetOptions> options) {
            var given = new ResetOptions();
            options.accept(given);
            body("POST", "/reset", given.values);
        }

        /** Options of {@link #reset}. */
        public static final class ResetOptions {
            private final Map<String, Object> values = new LinkedHashMap<>();

            private ResetOptions() {}

            /** The parts to keep. */
            public ResetOptions keep(List<String> keep) {
                values.put("keep", keep);
                return this;
            }
        }

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
                Wire.send(server, adminToken, "DELETE", "/_standin/worlds/" + name, null);
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

    /**
     * A scenario and its state.
     *
     * @param name The name of the scenario.
     * @param summary A one-sentence description of the failure.
     * @param breaks The chapter under which the documentation lists it.
     * @param source The origin: built-in, a folder, or defined for one world.
     * @param active True if it is switched on.
     * @param until The time when it ends automatically; null if it does not.
     */
    public record ScenarioStatus(
        String name,
        String summary,
        String breaks,
        String source,
        boolean active,
        Instant until
    ) {
        private static ScenarioStatus of(Object it) {
            return new ScenarioStatus(
                Wire.member(it, "name", Wire::text),
                Wire.member(it, "summary", Wire::text),
                Wire.member(it, "breaks", Wire::text),
                Wire.member(it, "source", Wire::text),
                Wire.member(it, "active", Wire::bool),
                Wire.maybe(it, "until", Wire::time)
            );
        }
    }

    /**
     * The result of a job.
     *
     * @param at The time on the world's clock.
     * @param what The name of the job or event.
     * @param id The id of the affected record. May be null.
     */
    public record Happening(
        Instant at,
        String what,
        String id
    ) {
        private static Happening of(Object it) {
            return new Happening(
                Wire.member(it, "at", Wire::time),
                Wire.member(it, "what", Wire::text),
                Wire.maybe(it, "id", Wire::text)
            );
        }
    }

    /**
     * Booked jobs of the same kind.
     *
     * @param what The name of the job.
     * @param count The number of these jobs.
     * @param from The time when the first of them is due.
     * @param until The time when the last of them is due.
     */
    public record Booked(
        String what,
        int count,
        Instant from,
        Instant until
    ) {
        private static Booked of(Object it) {
            return new Booked(
                Wire.member(it, "what", Wire::text),
                Wire.member(it, "count", Wire::integer),
                Wire.member(it, "from", Wire::time),
                Wire.member(it, "until", Wire::time)
            );
        }
    }

    /**
     * The result of advancing the clock.
     *
     * @param now The current world time.
     * @param happened The events in chronological order.
     * @param total The total number of events.
     * @param counts The number of events of each kind.
     * @param settled True if the service has no work left: no working step is booked.
     * @param booked The jobs that are still booked, by name, in the order in which they are due.
     */
    public record Account(
        Instant now,
        List<Happening> happened,
        int total,
        Map<String, Integer> counts,
        boolean settled,
        List<Booked> booked
    ) {
        private static Account of(Object it) {
            return new Account(
                Wire.member(it, "now", Wire::time),
                Wire.member(it, "happened", Wire.list(Happening::of)),
                Wire.member(it, "total", Wire::integer),
                Wire.member(it, "counts", Wire.map(Wire::integer)),
                Wire.member(it, "settled", Wire::bool),
                Wire.member(it, "booked", Wire.list(Booked::of))
            );
        }
    }

    /**
     * The caller.
     *
     * @param org The service owner's code, such as ttd. May be null.
     * @param orgNo The organization number. May be null.
     * @param clientId The integration's id. May be null.
     */
    public record Caller(
        String org,
        String orgNo,
        String clientId
    ) {
        private static Caller of(Object it) {
            return new Caller(
                Wire.maybe(it, "org", Wire::text),
                Wire.maybe(it, "orgNo", Wire::text),
                Wire.maybe(it, "clientId", Wire::text)
            );
        }
    }

    /**
     * A difference between two replies.
     *
     * @param kind The kind of the difference, such as status, code or value.
     * @param where The member of the reply.
     * @param there The value of the real service.
     * @param here The value of Standin.
     */
    public record Difference(
        String kind,
        String where,
        Object there,
        Object here
    ) {
        private static Difference of(Object it) {
            return new Difference(
                Wire.member(it, "kind", Wire::text),
                Wire.member(it, "where", Wire::text),
                Wire.member(it, "there", Wire::any),
                Wire.member(it, "here", Wire::any)
            );
        }
    }

    /**
     * The result of a comparison with the real service.
     *
     * @param result same, differs, or apart: it could not be compared.
     * @param reason The reason why it could not be compared. May be null.
     * @param differences The differences between the two replies. May be null.
     */
    public record Comparison(
        String result,
        String reason,
        List<Difference> differences
    ) {
        private static Comparison of(Object it) {
            return new Comparison(
                Wire.member(it, "result", Wire::text),
                Wire.maybe(it, "reason", Wire::text),
                Wire.maybe(it, "differences", Wire.list(Difference::of))
            );
        }
    }

    /**
     * A call, or one of the service's jobs.
     *
     * @param id The id of the line.
     * @param at The time on the world's clock.
     * @param environment The environment: test or production.
     * @param operation The operation or job, such as notifications.createOrder; null for a path without an operation.
     * @param method The HTTP method. May be null.
     * @param path The path of the call. May be null.
     * @param status The HTTP status; null for a job, or if the call has no reply yet.
     * @param code The error code. May be null.
     * @param caller The caller; null if no token names one.
     * @param ms The duration of the call in real milliseconds. May be null.
     * @param stage The last stage that the call reached.
     * @param committed True if the call changed anything.
     * @param cut True if the reply was lost or cut off.
     * @param recordStatus The status that a job set on its record, such as Email_Delivered; null for calls, and for
     *     jobs that set none.
     * @param scenario The scenario that changed the call. May be null.
     * @param why The reason for the result. May be null.
     * @param comparison The result of the comparison with the real service (`standin start --compare`). May be null.
     */
    public record JournalLine(
        String id,
        Instant at,
        String environment,
        String operation,
        String method,
        String path,
        Integer status,
        String code,
        Caller caller,
        Double ms,
        String stage,
        boolean committed,
        boolean cut,
        String recordStatus,
        String scenario,
        String why,
        Comparison comparison
    ) {
        private static JournalLine of(Object it) {
            return new JournalLine(
                Wire.member(it, "id", Wire::text),
                Wire.member(it, "at", Wire::time),
                Wire.member(it, "environment", Wire::text),
                Wire.maybe(it, "operation", Wire::text),
                Wire.maybe(it, "method", Wire::text),
                Wire.maybe(it, "path", Wire::text),
                Wire.maybe(it, "status", Wire::integer),
                Wire.maybe(it, "code", Wire::text),
                Wire.maybe(it, "caller", Caller::of),
                Wire.maybe(it, "ms", Wire::number),
                Wire.member(it, "stage", Wire::text),
                Wire.member(it, "committed", Wire::bool),
                Wire.member(it, "cut", Wire::bool),
                Wire.maybe(it, "recordStatus", Wire::text),
                Wire.maybe(it, "scenario", Wire::text),
                Wire.maybe(it, "why", Wire::text),
                Wire.maybe(it, "comparison", Comparison::of)
            );
        }
    }

    /**
     * A delivery report from a tester.
     *
     * @param at The time when the report arrived.
     * @param status The status that it reports.
     */
    public record Report(
        Instant at,
        String status
    ) {
        private static Report of(Object it) {
            return new Report(
                Wire.member(it, "at", Wire::time),
                Wire.member(it, "status", Wire::text)
            );
        }
    }

    /**
     * An email or SMS that was sent.
     *
     * @param id The id of the message.
     * @param at The time when it was sent.
     * @param environment The environment: test or production.
     * @param creator The creator of the order: the code of the service owner, or the issuer of the platform access
     *     token.
     * @param orderId The id of the order.
     * @param shipmentId The id of the shipment. Its delivery manifest is at /future/shipment/{id}.
     * @param position The position of the recipient in the delivery manifest, from 0.
     * @param channel The channel: Email or SMS.
     * @param to The address of the recipient.
     * @param from The sender.
     * @param subject The subject; null for an SMS.
     * @param body The text.
     * @param contentType The content type; null for an SMS.
     * @param segments The number of SMS segments; null for an email.
     * @param truncated True if a carrier would truncate it. The body here is complete.
     * @param status The status of the message.
     * @param statusAt The time when the status changed.
     * @param reports Delivery reports sent by a tester, oldest first; the newest 50. They are not in the journal.
     * @param causedBy The id of the journal line of the call or job that sent it. May be null.
     */
    public record Message(
        String id,
        Instant at,
        String environment,
        String creator,
        String orderId,
        String shipmentId,
        int position,
        String channel,
        String to,
        String from,
        String subject,
        String body,
        String contentType,
        Integer segments,
        boolean truncated,
        String status,
        Instant statusAt,
        List<Report> reports,
        String causedBy
    ) {
        private static Message of(Object it) {
            return new Message(
                Wire.member(it, "id", Wire::text),
                Wire.member(it, "at", Wire::time),
                Wire.member(it, "environment", Wire::text),
                Wire.member(it, "creator", Wire::text),
                Wire.member(it, "orderId", Wire::text),
                Wire.member(it, "shipmentId", Wire::text),
                Wire.member(it, "position", Wire::integer),
                Wire.member(it, "channel", Wire::text),
                Wire.member(it, "to", Wire::text),
                Wire.member(it, "from", Wire::text),
                Wire.maybe(it, "subject", Wire::text),
                Wire.member(it, "body", Wire::text),
                Wire.maybe(it, "contentType", Wire::text),
                Wire.maybe(it, "segments", Wire::integer),
                Wire.member(it, "truncated", Wire::bool),
                Wire.member(it, "status", Wire::text),
                Wire.member(it, "statusAt", Wire::time),
                Wire.member(it, "reports", Wire.list(Report::of)),
                Wire.maybe(it, "causedBy", Wire::text)
            );
        }
    }

    /**
     * A recipient of a shipment.
     *
     * @param channel The channel of the message.
     * @param destination The address; empty for a reserved recipient and for one without contact details.
     * @param status The status of the message. Final statuses are those for delivery and each kind of failure.
     * @param lastUpdate The time when the status changed.
     */
    public record Recipient(
        String channel,
        String destination,
        String status,
        Instant lastUpdate
    ) {
        private static Recipient of(Object it) {
            return new Recipient(
                Wire.member(it, "channel", Wire::text),
                Wire.member(it, "destination", Wire::text),
                Wire.member(it, "status", Wire::text),
                Wire.member(it, "lastUpdate", Wire::time)
            );
        }
    }

    /**
     * A notification or a reminder.
     *
     * @param id The id of the shipment.
     * @param environment The environment: test or production.
     * @param orderId The id of the order.
     * @param type The kind of shipment: a notification, a reminder, an instant message or a composed email.
     * @param status The status of the shipment.
     * @param creator The creator of the order: the code of the service owner, or the issuer of the platform access
     *     token.
     * @param sendersReference A reference chosen by the client, returned in the reply, the shipment and the feed. May
     *     be null.
     * @param requestedSendTime The earliest time of sending.
     * @param created The time of creation.
     * @param lastUpdate The time when the status changed.
     * @param recipients The recipients.
     */
    public record Shipment(
        String id,
        String environment,
        String orderId,
        String type,
        String status,
        String creator,
        String sendersReference,
        Instant requestedSendTime,
        Instant created,
        Instant lastUpdate,
        List<Recipient> recipients
    ) {
        private static Shipment of(Object it) {
            return new Shipment(
                Wire.member(it, "id", Wire::text),
                Wire.member(it, "environment", Wire::text),
                Wire.member(it, "orderId", Wire::text),
                Wire.member(it, "type", Wire::text),
                Wire.member(it, "status", Wire::text),
                Wire.member(it, "creator", Wire::text),
                Wire.maybe(it, "sendersReference", Wire::text),
                Wire.member(it, "requestedSendTime", Wire::time),
                Wire.member(it, "created", Wire::time),
                Wire.member(it, "lastUpdate", Wire::time),
                Wire.member(it, "recipients", Wire.list(Recipient::of))
            );
        }
    }

    /**
     * A file transfer.
     *
     * @param id The id of the file transfer.
     * @param environment The environment: test or production.
     * @param status The status of the file transfer.
     * @param resourceId The id of the resource, without the prefix of a URN.
     * @param fileName The file name, 1 to 255 characters.
     * @param sendersFileTransferReference A reference chosen by the sender, 1 to 4096 characters.
     * @param sender The sending organization: 0192: or urn:altinn:organization:identifier-no:, followed by nine
     *     digits.
     * @param recipients The recipients.
     * @param created The time of creation.
     * @param expires The time when the file or upload is removed.
     * @param size The size in bytes; null without a file.
     */
    public record FileTransfer(
        String id,
        String environment,
        String status,
        String resourceId,
        String fileName,
        String sendersFileTransferReference,
        String sender,
        List<String> recipients,
        Instant created,
        Instant expires,
        Long size
    ) {
        private static FileTransfer of(Object it) {
            return new FileTransfer(
                Wire.member(it, "id", Wire::text),
                Wire.member(it, "environment", Wire::text),
                Wire.member(it, "status", Wire::text),
                Wire.member(it, "resourceId", Wire::text),
                Wire.member(it, "fileName", Wire::text),
                Wire.member(it, "sendersFileTransferReference", Wire::text),
                Wire.member(it, "sender", Wire::text),
                Wire.member(it, "recipients", Wire.list(Wire::text)),
                Wire.member(it, "created", Wire::time),
                Wire.member(it, "expires", Wire::time),
                Wire.maybe(it, "size", Wire::whole)
            );
        }
    }

    /**
     * A file transfer and its status.
     *
     * @param fileTransferId The id of the file transfer.
     * @param status The status of the file transfer.
     */
    public record TransferStatus(
        String fileTransferId,
        String status
    ) {
        private static TransferStatus of(Object it) {
            return new TransferStatus(
                Wire.member(it, "fileTransferId", Wire::text),
                Wire.member(it, "status", Wire::text)
            );
        }
    }

    /**
     * A person who registered addresses for an organization.
     *
     * @param email The email address. May be null.
     * @param mobile The mobile number. May be null.
     * @param resources The resources that they want notifications for. May be null.
     * @param actions Their permitted actions on the resource. May be null.
     */
    public record ContactUser(
        String email,
        String mobile,
        List<String> resources,
        List<String> actions
    ) {
        private static ContactUser of(Object it) {
            return new ContactUser(
                Wire.maybe(it, "email", Wire::text),
                Wire.maybe(it, "mobile", Wire::text),
                Wire.maybe(it, "resources", Wire.list(Wire::text)),
                Wire.maybe(it, "actions", Wire.list(Wire::text))
            );
        }
    }

    /**
     * A person, an organization or an external identity. A member that its kind lacks is null.
     *
     * @param number The national identity number, the organization number, or the URN of an external identity.
     * @param name The name. May be null.
     * @param condition The special property of the contact, in one word. May be null.
     * @param verified True if the addresses are verified. May be null.
     * @param email The email address. May be null.
     * @param mobile The mobile number. May be null.
     * @param reserved True if the person is reserved against digital communication. May be null.
     * @param updated Time when the person last confirmed the details. May be null.
     * @param emails The email addresses. May be null.
     * @param mobiles The mobile numbers. May be null.
     * @param users People who registered addresses of their own for the organization. May be null.
     * @param serviceOwner The code of the service owner. Null: the organization is not a service owner.
     */
    public record Contact(
        String number,
        String name,
        String condition,
        Boolean verified,
        String email,
        String mobile,
        Boolean reserved,
        String updated,
        List<String> emails,
        List<String> mobiles,
        List<ContactUser> users,
        String serviceOwner
    ) {
        private static Contact of(Object it) {
            return new Contact(
                Wire.member(it, "number", Wire::text),
                Wire.maybe(it, "name", Wire::text),
                Wire.maybe(it, "condition", Wire::text),
                Wire.maybe(it, "verified", Wire::bool),
                Wire.maybe(it, "email", Wire::text),
                Wire.maybe(it, "mobile", Wire::text),
                Wire.maybe(it, "reserved", Wire::bool),
                Wire.maybe(it, "updated", Wire::text),
                Wire.maybe(it, "emails", Wire.list(Wire::text)),
                Wire.maybe(it, "mobiles", Wire.list(Wire::text)),
                Wire.maybe(it, "users", Wire.list(ContactUser::of)),
                Wire.maybe(it, "serviceOwner", Wire::text)
            );
        }
    }

    /**
     * A resource for file transfers.
     *
     * @param id The id of the resource.
     * @param environment The environment: test or production.
     * @param owner The organization number of its service owner. May be null.
     * @param configured False if its owner has not configured it yet.
     * @param registered False if the resource registry has lost it.
     * @param maxFileTransferSize The maximum size of a file in bytes. May be null.
     * @param timeToLive The lifetime of files, as an ISO 8601 duration. May be null.
     * @param purgeAfterConfirmed True if a file is removed after all recipients have confirmed it.
     * @param gracePeriod The time until removal after the last confirmation, as an ISO 8601 duration. May be null.
     * @param useManifestFileShim True if older clients get a manifest file. It has no effect here. May be null.
     * @param externalServiceCode The code of the older service. It has no effect here. May be null.
     * @param externalServiceEdition The edition of the older service. It has no effect here. May be null.
     * @param requiredParty The organization that must be the sender or the only recipient of each file transfer. May
     *     be null.
     * @param accessList The only organizations that may be recipients, in the form 0192:NNNNNNNNN. May be null.
     * @param unscannedApproved True if files may skip the virus scan in production.
     */
    public record Resource(
        String id,
        String environment,
        String owner,
        boolean configured,
        boolean registered,
        Long maxFileTransferSize,
        String timeToLive,
        boolean purgeAfterConfirmed,
        String gracePeriod,
        Boolean useManifestFileShim,
        String externalServiceCode,
        Integer externalServiceEdition,
        String requiredParty,
        List<String> accessList,
        boolean unscannedApproved
    ) {
        private static Resource of(Object it) {
            return new Resource(
                Wire.member(it, "id", Wire::text),
                Wire.member(it, "environment", Wire::text),
                Wire.maybe(it, "owner", Wire::text),
                Wire.member(it, "configured", Wire::bool),
                Wire.member(it, "registered", Wire::bool),
                Wire.maybe(it, "maxFileTransferSize", Wire::whole),
                Wire.maybe(it, "timeToLive", Wire::text),
                Wire.member(it, "purgeAfterConfirmed", Wire::bool),
                Wire.maybe(it, "gracePeriod", Wire::text),
                Wire.maybe(it, "useManifestFileShim", Wire::bool),
                Wire.maybe(it, "externalServiceCode", Wire::text),
                Wire.maybe(it, "externalServiceEdition", Wire::integer),
                Wire.maybe(it, "requiredParty", Wire::text),
                Wire.maybe(it, "accessList", Wire.list(Wire::text)),
                Wire.member(it, "unscannedApproved", Wire::bool)
            );
        }
    }

    /**
     * A call waiting at a gate.
     *
     * @param id The id that its journal line will have when the call has ended.
     * @param method The HTTP method.
     * @param path The path of the call.
     */
    public record StandingCall(
        String id,
        String method,
        String path
    ) {
        private static StandingCall of(Object it) {
            return new StandingCall(
                Wire.member(it, "id", Wire::text),
                Wire.member(it, "method", Wire::text),
                Wire.member(it, "path", Wire::text)
            );
        }
    }

    /**
     * A gate and its waiting calls.
     *
     * @param operation The operation with the gate.
     * @param at The place of the gate: before the work of a call, or after it and before the reply.
     * @param standing The number of held calls.
     * @param calls The held calls in order of arrival.
     */
    public record GateState(
        String operation,
        String at,
        int standing,
        List<StandingCall> calls
    ) {
        private static GateState of(Object it) {
            return new GateState(
                Wire.member(it, "operation", Wire::text),
                Wire.member(it, "at", Wire::text),
                Wire.member(it, "standing", Wire::integer),
                Wire.member(it, "calls", Wire.list(StandingCall::of))
            );
        }
    }

    /**
     * The verdict on one caller.
     *
     * @param caller A client id, an organization number or code, or `anonymous` for calls without a trusted token.
     * @param verdict `not-exercised`: the caller was never in that situation, so there is no evidence.
     * @param calls The ids of the journal lines that show it; at most 20.
     * @param exercise Scenarios that would put the caller in that situation.
     */
    public record CallerVerdict(
        String caller,
        String verdict,
        List<String> calls,
        List<String> exercise
    ) {
        private static CallerVerdict of(Object it) {
            return new CallerVerdict(
                Wire.member(it, "caller", Wire::text),
                Wire.member(it, "verdict", Wire::text),
                Wire.member(it, "calls", Wire.list(Wire::text)),
                Wire.member(it, "exercise", Wire.list(Wire::text))
            );
        }
    }

    /**
     * A rule for clients, with each caller's result.
     *
     * @param id The name of the verdict.
     * @param sentence What a good client does.
     * @param severity The verdict on a client that does otherwise.
     * @param source The section of the reference that demands it, or a reason.
     * @param guidance What to change in the client.
     * @param callers Every caller with its verdict.
     */
    public record Verdict(
        String id,
        String sentence,
        String severity,
        String source,
        String guidance,
        List<CallerVerdict> callers
    ) {
        private static Verdict of(Object it) {
            return new Verdict(
                Wire.member(it, "id", Wire::text),
                Wire.member(it, "sentence", Wire::text),
                Wire.member(it, "severity", Wire::text),
                Wire.member(it, "source", Wire::text),
                Wire.member(it, "guidance", Wire::text),
                Wire.member(it, "callers", Wire.list(CallerVerdict::of))
            );
        }
    }

    /**
     * A judged caller.
     *
     * @param caller The caller, as in the verdicts.
     * @param orgNo The number of the caller's organization; null if unknown.
     * @param name The name of the organization in the register; null if unknown.
     * @param calls The number of its calls that were judged.
     */
    public record JudgedCaller(
        String caller,
        String orgNo,
        String name,
        int calls
    ) {
        private static JudgedCaller of(Object it) {
            return new JudgedCaller(
                Wire.member(it, "caller", Wire::text),
                Wire.maybe(it, "orgNo", Wire::text),
                Wire.maybe(it, "name", Wire::text),
                Wire.member(it, "calls", Wire::integer)
            );
        }
    }

    /**
     * A Standin reply that violates its own OpenAPI document.
     *
     * @param call The journal line.
     * @param why The problem with the reply.
     */
    public record WrongReply(
        String call,
        String why
    ) {
        private static WrongReply of(Object it) {
            return new WrongReply(
                Wire.member(it, "call", Wire::text),
                Wire.member(it, "why", Wire::text)
            );
        }
    }

    /**
     * Calls that an HTTP library retried automatically.
     *
     * @param caller The caller.
     * @param calls The ids of the repeated calls; at most 20.
     */
    public record RepeatedCalls(
        String caller,
        List<String> calls
    ) {
        private static RepeatedCalls of(Object it) {
            return new RepeatedCalls(
                Wire.member(it, "caller", Wire::text),
                Wire.member(it, "calls", Wire.list(Wire::text))
            );
        }
    }

    /**
     * The verdicts on the callers.
     *
     * @param verdicts In the order of the table of verdicts.
     * @param callers The callers that were judged, with the organization of each.
     * @param watched True if the world is watched. Otherwise only lines that are still in the journal are judged.
     * @param missing Reasons why verdicts may be uncertain: lines that the journal dropped, bodies that it does not
     *     store.
     * @param unmet Scenarios that were on but never met by a call or job.
     * @param ours Replies of Standin that do not match its own OpenAPI document. They are never the fault of a
     *     client.
     * @param repeated Calls that the HTTP library of a caller probably repeated on its own, milliseconds after a
     *     connection broke.
     */
    public record Judgement(
        List<Verdict> verdicts,
        List<JudgedCaller> callers,
        boolean watched,
        List<String> missing,
        List<String> unmet,
        List<WrongReply> ours,
        List<RepeatedCalls> repeated
    ) {
        /** Findings about bad client behaviour. */
        public List<Fault> bad() {
            return faults("bad");
        }

        /** Advice for clients. */
        public List<Fault> advice() {
            return faults("advice");
        }

        private List<Fault> faults(String verdict) {
            return verdicts.stream().flatMap(each -> each.callers().stream().filter(one -> one.verdict().equals(verdict))
                .map(one -> new Fault(each.id(), each.sentence(), each.guidance(), one.caller(), one.calls()))).toList();
        }

        private static Judgement of(Object it) {
            return new Judgement(
                Wire.member(it, "verdicts", Wire.list(Verdict::of)),
                Wire.member(it, "callers", Wire.list(JudgedCaller::of)),
                Wire.member(it, "watched", Wire::bool),
                Wire.member(it, "missing", Wire.list(Wire::text)),
                Wire.member(it, "unmet", Wire.list(Wire::text)),
                Wire.member(it, "ours", Wire.list(WrongReply::of)),
                Wire.member(it, "repeated", Wire.list(RepeatedCalls::of))
            );
        }
    }

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
