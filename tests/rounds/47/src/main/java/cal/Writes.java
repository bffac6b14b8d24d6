package cal;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs one writing transaction at a time and outdates the caches once it is committed. */
@Component
class Writes {
    private final ReentrantLock lock = new ReentrantLock();
    private final TransactionTemplate tx;
    private final CacheManager caches;
    /** Part of every cache key: what was computed before a commit is never served after it. */
    private final AtomicLong posts = new AtomicLong(), terms = new AtomicLong();

    Writes(PlatformTransactionManager manager, CacheManager caches) {
        this.tx = new TransactionTemplate(manager);
        this.caches = caches;
    }

    <R> R run(Supplier<R> work) {
        return run(work, true, true, true);
    }

    <R> R run(Supplier<R> work, boolean locked, boolean bumpPosts, boolean bumpTerms) {
        if (locked) lock.lock();
        try {
            return tx.execute(s -> work.get());
        } finally {
            if (bumpPosts) outdate(posts, "posts");
            if (bumpTerms) outdate(terms, "terms");
            if (locked) lock.unlock();
        }
    }

    private void outdate(AtomicLong version, String name) {
        version.incrementAndGet();
        Cache c = caches.getCache(name);
        if (c != null) c.clear();
    }

    long postsVersion() {
        return posts.get();
    }

    long termsVersion() {
        return terms.get();
    }
}
