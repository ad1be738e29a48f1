// Standin in tests of JUnit 5: each test gets a world of its own. It needs Standin.java beside it.
//
//     @ExtendWith(StandinExtension.class)
//     class OrdersTest {
//         @Test
//         void anOrderIsSent(Standin.World world) { … }
//     }
//
// Written by "standin client java --junit" of Standin {{version}}.

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests a {@link Standin.World} of their own, and the {@link Standin} that all tests share. */
public class StandinExtension implements ParameterResolver {
    private static final Namespace SPACE = Namespace.create(StandinExtension.class);

    /** How the server of all tests starts. A subclass may start it with other options. */
    protected Standin start() {
        return Standin.start(Standin.options().clock("frozen"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == Standin.class || type == Standin.World.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The store of the root closes what is in it after the last test, and that of a test after the test.
        var shared = context.getRoot().getStore(SPACE).getOrComputeIfAbsent(getClass(), key -> new Shared(start()), Shared.class);
        if (parameter.getParameter().getType() == Standin.class) return shared.standin;
        return context.getStore(SPACE).getOrComputeIfAbsent(Standin.World.class, key -> new Own(shared.standin.world()), Own.class).world;
    }

    private record Shared(Standin standin) implements CloseableResource {
        @Override
        public void close() {
            standin.close();
        }
    }

    private record Own(Standin.World world) implements CloseableResource {
        @Override
        public void close() {
            world.close();
        }
    }
}
