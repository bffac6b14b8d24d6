package cal;

import java.util.Optional;

/** The switches of the test bench: one planted bug, one variant, and the user mode. */
final class Switch {
    private static final String BUG = Optional.ofNullable(System.getenv("BUG")).orElse("");
    private static final String VARIANT = Optional.ofNullable(System.getenv("VARIANT")).orElse("");
    static final boolean USERS = "1".equals(System.getenv("USERS"));

    private Switch() { }

    static boolean bug(int number) {
        return BUG.equals(String.format("b%02d", number));
    }

    static boolean variant(String id) {
        return VARIANT.equals(id);
    }
}
