package cal;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.NoRepositoryBean;

@NoRepositoryBean
interface NamedRepository<T extends Named> extends JpaRepository<T, Long>, JpaSpecificationExecutor<T> {
    Optional<T> findFirstBySlugOrderById(String slug);

    boolean existsBySlug(String slug);

    boolean existsBySlugAndIdNot(String slug, Long id);
}

interface EventRepository extends NamedRepository<Event> {
    @Query("select e from Event e join e.venues v where v.id = ?1")
    List<Event> withVenue(Long id);

    @Query("select e from Event e join e.organizers o where o.id = ?1")
    List<Event> withOrganizer(Long id);

    @Query("select e from Event e join e.categories c where c.id = ?1")
    List<Event> withCategory(Long id);

    @Query("select e from Event e join e.tags t where t.id = ?1")
    List<Event> withTag(Long id);

    @Query("select c.id, count(e) from Event e join e.categories c where e.status = 'publish' group by c.id")
    List<Object[]> countByCategory();

    @Query("select t.id, count(e) from Event e join e.tags t where e.status = 'publish' group by t.id")
    List<Object[]> countByTag();
}

interface VenueRepository extends NamedRepository<Venue> {}

interface OrganizerRepository extends NamedRepository<Organizer> {}

interface CategoryRepository extends NamedRepository<Category> {
    List<Category> findByParentId(Long id);
}

interface TagRepository extends NamedRepository<Tag> {}
