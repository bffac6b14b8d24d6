CREATE DATABASE calendar CHARACTER SET utf8mb4 COLLATE utf8mb4_uca1400_as_ci;
USE calendar;
CREATE TABLE posts (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  kind ENUM('event','venue','organizer') NOT NULL,
  language CHAR(2) CHARACTER SET ascii NOT NULL,
  slug VARCHAR(255) COLLATE utf8mb4_nopad_bin NOT NULL,
  title TEXT NOT NULL,
  description MEDIUMTEXT NULL,
  excerpt MEDIUMTEXT NULL,
  image TEXT NULL,
  status VARCHAR(20) CHARACTER SET ascii NOT NULL,
  author_id BIGINT UNSIGNED NOT NULL,
  password VARCHAR(255) COLLATE utf8mb4_bin NULL,
  post_parent BIGINT UNSIGNED NOT NULL DEFAULT 0,
  date_local DATETIME NOT NULL,
  date_utc DATETIME NOT NULL,
  modified_utc DATETIME NOT NULL,
  deleted_at DATETIME NULL,
  live TINYINT AS (IF(deleted_at IS NULL, 1, NULL)) PERSISTENT,
  UNIQUE KEY slug_once (kind, slug, live),
  KEY listing (kind, deleted_at, status)
) ENGINE=InnoDB AUTO_INCREMENT=101;
CREATE TABLE events (
  post_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  start_local DATETIME NOT NULL, end_local DATETIME NOT NULL,
  start_utc DATETIME NOT NULL, end_utc DATETIME NOT NULL,
  timezone VARCHAR(64) NOT NULL,
  all_day BOOL NOT NULL, show_map BOOL NOT NULL, show_map_link BOOL NOT NULL,
  hide_from_listings BOOL NOT NULL, sticky BOOL NOT NULL, featured BOOL NOT NULL,
  cost MEDIUMTEXT COLLATE utf8mb4_bin NULL, website TEXT NULL,
  KEY starts (start_utc),
  FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE
) ENGINE=InnoDB;
CREATE TABLE venues (
  post_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  show_map TEXT NULL, show_map_link TEXT NULL, address TEXT NULL, city TEXT NULL, country TEXT NULL,
  province TEXT NULL, state TEXT NULL, zip TEXT NULL, phone TEXT NULL, stateprovince TEXT NULL, website TEXT NULL,
  FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE
) ENGINE=InnoDB;
CREATE TABLE organizers (
  post_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  phone TEXT NULL, website TEXT NULL, email TEXT NULL,
  FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE
) ENGINE=InnoDB;
CREATE TABLE event_posts (
  event_id BIGINT UNSIGNED NOT NULL, target_id BIGINT UNSIGNED NOT NULL,
  kind ENUM('venue','organizer') NOT NULL, position INT NOT NULL,
  PRIMARY KEY (event_id, target_id), KEY (target_id),
  FOREIGN KEY (event_id) REFERENCES posts (id) ON DELETE CASCADE,
  FOREIGN KEY (target_id) REFERENCES posts (id) ON DELETE CASCADE
) ENGINE=InnoDB;
CREATE TABLE terms (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  taxonomy ENUM('category','tag') NOT NULL,
  language CHAR(2) CHARACTER SET ascii NOT NULL,
  name TEXT NOT NULL,
  slug VARCHAR(255) COLLATE utf8mb4_nopad_bin NOT NULL,
  description MEDIUMTEXT NULL,
  parent BIGINT UNSIGNED NOT NULL DEFAULT 0,
  deleted_at DATETIME NULL,
  live TINYINT AS (IF(deleted_at IS NULL, 1, NULL)) PERSISTENT,
  UNIQUE KEY slug_once (taxonomy, slug, live)
) ENGINE=InnoDB AUTO_INCREMENT=1;
CREATE TABLE event_terms (
  event_id BIGINT UNSIGNED NOT NULL, term_id BIGINT UNSIGNED NOT NULL, position INT NOT NULL,
  PRIMARY KEY (event_id, term_id), KEY (term_id),
  FOREIGN KEY (event_id) REFERENCES posts (id) ON DELETE CASCADE,
  FOREIGN KEY (term_id) REFERENCES terms (id) ON DELETE CASCADE
) ENGINE=InnoDB;
