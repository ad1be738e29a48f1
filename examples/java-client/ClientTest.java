import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Tests for the client. They run in parallel, each in its own world, and need only the JDK. */
class ClientTest {
    static Client orders(Standin.World world) {
        return new Client(world.url(), world.token(t -> t.org("ttd").scope("altinn:serviceowner/notifications.create")));
    }

    static Client files(Standin.World world) {
        return new Client(world.url(), world.token(t -> t.orgNo("312345676").scope("altinn:broker.write")));
    }

    static void anOrderWhoseReplyIsLostIsSentOnce(Standin.World world) throws Exception {
        world.use("order-lost-reply");
        orders(world).placeOrder("case-1", "someone@example.org");
        world.advance("PT1M");

        expect(2, world.journal(j -> j.operation("notifications.createOrder")).count());
        expect(List.of("someone@example.org"), world.outbox().stream().map(Standin.Message::to).toList());
        expect(List.of(), world.verdicts().bad());
    }

    static void aReminderIsSentAfterAWeek(Standin.World world) throws Exception {
        orders(world).placeOrder("case-1", "someone@example.org");
        world.advance("P6D");
        expect(1, world.outbox().size());
        world.advance("P2D");

        expect(2, world.outbox(o -> o.recipient("someone@example.org")).size());
        expect(List.of("Notification", "Reminder"), world.orders().stream().map(Standin.Shipment::type).toList());
    }

    static void anInfectedFileIsNotPublished(Standin.World world) throws Exception {
        world.use("infected-file");
        var client = files(world);
        var id = client.sendFile("report.xml", "<report/>", "0192:313456781");
        world.advance(a -> a.until("settled"));

        expect("Failed", client.fileStatus(id));
        expect(List.of(id), world.files(f -> f.status("Failed")).stream().map(Standin.FileTransfer::id).toList());
    }

    static void aLimitThatIsUsedUpSaysWhenToGoOn(Standin.World world) throws Exception {
        world.use("rate-limit-initialize");
        var client = files(world);
        try {
            client.sendFile("report.xml", "<report/>", "0192:313456781");
            throw new AssertionError("the file was sent");
        } catch (Client.Refused refused) {
            expect(429, refused.status);
            expect(1, world.journal(j -> j.status("429")).count());
            world.advance("PT" + refused.retryAfter + "S");
        }

        expect(client.sendFile("report.xml", "<report/>", "0192:313456781"), world.files().get(0).id());
    }

    static void expect(Object expected, Object actual) {
        if (!expected.equals(actual)) throw new AssertionError("expected " + expected + ", not " + actual);
    }

    interface Test {
        void run(Standin.World world) throws Exception;
    }

    static Callable<Void> inOwnWorld(Standin standin, Test test) {
        return () -> {
            try (var world = standin.world()) {
                test.run(world);
            }
            return null;
        };
    }

    public static void main(String[] args) throws Exception {
        var tests = Stream.<Test>of(
            ClientTest::anOrderWhoseReplyIsLostIsSentOnce,
            ClientTest::aReminderIsSentAfterAWeek,
            ClientTest::anInfectedFileIsNotPublished,
            ClientTest::aLimitThatIsUsedUpSaysWhenToGoOn
        );
        var pool = Executors.newFixedThreadPool(4);
        try (var standin = Standin.start(Standin.options().clock("frozen"))) {
            for (var done : pool.invokeAll(tests.map(test -> inOwnWorld(standin, test)).toList())) done.get();
            System.out.println("ok");
        } finally {
            pool.shutdown();
        }
    }
}
