package cal;

import java.util.List;

record Paging(int page, int perPage) {
    static final int MAX = 100;

    static Paging of(Input in) {
        return new Paging(number(in, "page", 1, Integer.MAX_VALUE), number(in, "per_page", 10, MAX));
    }

    private static int number(Input in, String name, int otherwise, int max) {
        Long n = in.has(name) ? in.integer(name) : Long.valueOf(otherwise);
        if (n == null || n < 1 || n > max) throw ApiException.badParam(name, "a number from 1 to " + max + " is expected");
        return n.intValue();
    }

    /** The index for Spring Data, which cannot go beyond what an int can address. */
    int index() {
        return Math.min(page - 1, 10_000_000);
    }
}

record PageOf<D>(List<D> items, long total, Paging paging) {
    int totalPages() {
        return (int) ((total + paging.perPage() - 1) / paging.perPage());
    }
}
