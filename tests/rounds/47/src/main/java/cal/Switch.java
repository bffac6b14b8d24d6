package cal;

/** The switches of the environment: one bug or one variant at a time, and whether there are users. */
public final class Switch {
    private static final String BUG = env("BUG");
    private static final String VARIANT = env("VARIANT");
    public static final boolean USERS = "1".equals(env("USERS"));

    private Switch() {}

    private static String env(String name) {
        String v = System.getenv(name);
        return v == null ? "" : v.trim();
    }

    public static boolean bug(String id) {
        return BUG.equals(id);
    }

    public static boolean variant(String id) {
        return VARIANT.equals(id);
    }
}
