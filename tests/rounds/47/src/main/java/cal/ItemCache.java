package cal;

import java.util.function.Supplier;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;

/** Representations of single records, kept until the next write. */
@Component
class ItemCache {
    @Cacheable(cacheNames = "posts", key = "#key")
    public Object post(String key, Supplier<?> load) {
        return load.get();
    }

    @Cacheable(cacheNames = "terms", key = "#key")
    public Object term(String key, Supplier<?> load) {
        return load.get();
    }
}
