// Calendar events REST service. See interface.md.
#include <httplib.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cwctype>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
using std::string; using std::vector; using std::map; using std::set; using std::pair;
using json = nlohmann::ordered_json;
typedef long long ll;

static string BUG, VARIANT; static bool USERS = false; static int PORT = 8080;
static inline bool B(const char* id) { return BUG == id; }
static const string NS = "/vendor/events/v1", SITE = "Europe/Amsterdam";

// ---------------------------------------------------------------- variants
struct Opt {
  int form = 0;        // 0 named envelope, 1 bare array, 2 HAL, 3 JSON:API, 4 {data,meta}
  bool idStr = false; int created = 201, deleted = 200;
  int err = 0;         // 0 code/message/data, 1 problem+json, 2 errors[], 3 error{}
  int times = 0;       // 0 local + utc strings, 1 ISO with offset, 2 epoch seconds, 3 ISO UTC
  string order = "p.start_utc, p.id", torder = "name"; int maxPer = 100; bool overErr = false;
  bool soft = false, strict = false; int rel = 0; // 0 objects, 1 ids, 2 links
  bool etag = false; int slash = 0;  // 0 same, 1 redirect, 2 404
  int window = 0;      // 0 today on, 1 none, 2 now..2y, 3 last month on
  bool past404 = false, putReplace = false, ownLang = false, camel = false, hideNull = false, anyStatus = false, afterIncl = false, missing400 = false, location = true, plainName = false;
  int invalid = 400; int badRef = 400; int dupSlug = 0;
} O;
static void setVariant() {
  const string& v = VARIANT;
  if (v == "bare-rest") { O.form = 1; O.rel = 1; O.deleted = 204; O.err = 1; O.times = 1; O.window = 1; O.order = "p.id DESC"; O.torder = "id"; O.slash = 1; O.etag = true; }
  else if (v == "hal") { O.form = 2; O.rel = 0; O.err = 3; O.times = 1; O.maxPer = 50; O.etag = true; O.past404 = true; O.window = 3; }
  else if (v == "jsonapi") { O.form = 3; O.idStr = true; O.rel = 1; O.err = 2; O.times = 3; O.deleted = 204; O.invalid = 422; O.badRef = 422; O.slash = 2; O.window = 1; O.plainName = true; }
  else if (v == "legacy-wp") { O.soft = true; O.past404 = true; O.created = 201; O.maxPer = 50; O.window = 2; O.anyStatus = false; O.missing400 = true; O.slash = 0; O.rel = 0; O.hideNull = true; O.afterIncl = true; }
  else if (v == "strict-api") { O.strict = true; O.overErr = true; O.form = 4; O.rel = 1; O.err = 1; O.invalid = 422; O.badRef = 422; O.times = 3; O.dupSlug = 409; O.slash = 2; O.deleted = 204; O.window = 1; }
  else if (v == "camel-saas") { O.form = 4; O.camel = true; O.idStr = true; O.rel = 2; O.err = 3; O.times = 2; O.soft = true; O.etag = true; O.created = 201; O.order = "p.start_utc DESC, p.id DESC"; O.hideNull = true; O.window = 1; }
  else if (v == "language-owned") { O.ownLang = true; O.created = 200; O.deleted = 200; O.form = 1; O.rel = 0; O.anyStatus = true; O.window = 3; O.location = false; O.torder = "id DESC"; O.slash = 1; }
  else if (v == "put-replaces") { O.putReplace = true; O.form = 0; O.rel = 2; O.err = 2; O.times = 3; O.deleted = 204; O.anyStatus = true; O.maxPer = 250; O.etag = true; O.plainName = true; O.window = 1; O.order = "p.title, p.id"; }
}

struct Err { int status; string code, msg; string allow; };
[[noreturn]] static void fail(int s, const string& c, const string& m, const string& a = "") { throw Err{s, c, m, a}; }
[[noreturn]] static void invalid(const string& p, const string& why) { fail(O.invalid, "rest_invalid_param", "Invalid parameter: " + p + " (" + why + ")"); }

// ---------------------------------------------------------------- text
static vector<uint32_t> cps(const string& s) {
  vector<uint32_t> r; size_t i = 0;
  while (i < s.size()) {
    unsigned char c = s[i]; int n = c < 0x80 ? 1 : c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
    uint32_t u = n == 1 ? c : n == 2 ? c & 31 : n == 3 ? c & 15 : c & 7;
    for (int k = 1; k < n && i + k < s.size(); k++) u = u << 6 | (s[i + k] & 63);
    r.push_back(u); i += n;
  }
  return r;
}
static void put(string& o, uint32_t u) {
  if (u < 0x80) o += char(u);
  else if (u < 0x800) { o += char(0xC0 | u >> 6); o += char(0x80 | (u & 63)); }
  else if (u < 0x10000) { o += char(0xE0 | u >> 12); o += char(0x80 | (u >> 6 & 63)); o += char(0x80 | (u & 63)); }
  else { o += char(0xF0 | u >> 18); o += char(0x80 | (u >> 12 & 63)); o += char(0x80 | (u >> 6 & 63)); o += char(0x80 | (u & 63)); }
}
static string fold(const string& s) { string o; for (auto u : cps(s)) put(o, towlower(u)); return o; }
static string trim(const string& s) { size_t a = s.find_first_not_of(" \t\r\n"), b = s.find_last_not_of(" \t\r\n"); return a == string::npos ? "" : s.substr(a, b - a + 1); }
static vector<string> split(const string& s, char d) { vector<string> r; string c; for (char x : s) if (x == d) { r.push_back(c); c.clear(); } else c += x; r.push_back(c); return r; }
static string slugify(const string& s) {
  static const char* T[] = {"a","a","a","a","a","a","ae","c","e","e","e","e","i","i","i","i","d","n","o","o","o","o","o","-","o","u","u","u","u","y","th","y"};
  string o;
  for (auto u : cps(s)) {
    u = towlower(u);
    if (u == 0xDF) o += "ss"; else if (u >= 0xE0 && u <= 0xFF) o += T[u - 0xE0];
    else if (u < 0x80) { if (isalnum(u) || u == '_') o += char(u); else if (u == '\'') {} else if (!o.empty() && o.back() != '-') o += '-'; }
    else if (iswalnum(u)) put(o, u); else if (!o.empty() && o.back() != '-') o += '-';
  }
  while (!o.empty() && o.back() == '-') o.pop_back();
  return o;
}
static string lower(string s) { for (auto& c : s) c = tolower(c); return s; }
static bool digits(const string& s) { if (s.empty()) return false; for (char c : s) if (c < '0' || c > '9') return false; return true; }
static string fmtInt(ll v) { return std::to_string(v); }

// ---------------------------------------------------------------- time
static std::mutex tzmx;
static bool fixedOffset(const string& z, int& off) {
  int h = 0, m = 0; char sg;
  if (z == "UTC") { off = 0; return true; }
  if (sscanf(z.c_str(), "UTC%c%d:%d", &sg, &h, &m) >= 2 && (sg == '+' || sg == '-') && h <= 14) { off = (h * 3600 + m * 60) * (sg == '-' ? -1 : 1); return true; }
  return false;
}
static bool zoneOk(const string& z) {
  int o; if (fixedOffset(z, o)) return true;
  if (z.empty() || z[0] == '/' || z.find("..") != string::npos) return false;
  struct stat st; string p = "/usr/share/zoneinfo/" + z; if (stat(p.c_str(), &st) || !S_ISREG(st.st_mode)) return false;
  FILE* f = fopen(p.c_str(), "rb"); char b[4] = {0}; size_t n = fread(b, 1, 4, f); fclose(f); return n == 4 && !memcmp(b, "TZif", 4);
}
static void useZone(const string& z) { static string cur = "?"; if (cur != z) { setenv("TZ", (":" + z).c_str(), 1); tzset(); cur = z; } }
static ll toUTC(const string& z, int Y, int M, int D, int h, int m, int s) {
  struct tm t {}; t.tm_year = Y - 1900; t.tm_mon = M - 1; t.tm_mday = D; t.tm_hour = h; t.tm_min = m; t.tm_sec = s; t.tm_isdst = -1;
  int off; if (fixedOffset(z, off)) return timegm(&t) - off;
  std::lock_guard<std::mutex> g(tzmx); useZone(z); return mktime(&t);
}
static struct tm toLocal(const string& z, ll t) {
  struct tm r {}; int off; time_t x = t;
  if (fixedOffset(z, off)) { x += off; gmtime_r(&x, &r); r.tm_gmtoff = off; return r; }
  std::lock_guard<std::mutex> g(tzmx); useZone(z); localtime_r(&x, &r); return r;
}
static string fmtT(ll t, const string& z) { auto r = toLocal(z, t); char b[64]; strftime(b, 64, "%Y-%m-%d %H:%M:%S", &r); return b; }
static json outT(ll t, const string& z) {
  if (O.times == 2) return t;
  if (O.times == 3) { string s = fmtT(t, "UTC"); s[10] = 'T'; return s + "Z"; }
  string s = fmtT(t, z);
  if (O.times == 1) { long o = toLocal(z, t).tm_gmtoff; char b[16]; snprintf(b, 16, "%c%02ld:%02ld", o < 0 ? '-' : '+', labs(o) / 3600, labs(o) / 60 % 60); s[10] = 'T'; return s + b; }
  return s;
}
struct DT { int Y = 0, M = 0, D = 0, h = 0, m = 0, s = 0; bool time = false, off = false; int offs = 0;
  string str() const { char b[40]; snprintf(b, 40, "%04d-%02d-%02d %02d:%02d:%02d", Y, M, D, h, m, s); return b; } };
static bool parseDT(const string& in, DT& d) {
  string s = trim(in); int n = 0;
  if (s.size() < 10 || sscanf(s.c_str(), "%4d-%2d-%2d%n", &d.Y, &d.M, &d.D, &n) != 3 || n != 10) return false;
  for (int i : {0, 1, 2, 3, 5, 6, 8, 9}) if (!isdigit((unsigned char)s[i])) return false;
  string r = s.substr(10);
  if (!r.empty()) {
    if (r[0] != 'T' && r[0] != ' ') return false;
    r = r.substr(1); int k = 0;
    if (r.size() < 5 || !isdigit((unsigned char)r[0]) || !isdigit((unsigned char)r[1]) || r[2] != ':' || !isdigit((unsigned char)r[3]) || !isdigit((unsigned char)r[4])) return false;
    d.h = atoi(r.substr(0, 2).c_str()); d.m = atoi(r.substr(3, 2).c_str()); k = 5;
    if ((int)r.size() > k && r[k] == ':') { if ((int)r.size() < 8 || !isdigit((unsigned char)r[6]) || !isdigit((unsigned char)r[7])) return false; d.s = atoi(r.substr(6, 2).c_str()); k = 8; }
    if ((int)r.size() > k && r[k] == '.') { k++; while (k < (int)r.size() && isdigit((unsigned char)r[k])) k++; }
    r = r.substr(k); d.time = true;
    if (r == "Z" || r == "z") d.off = true;
    else if (!r.empty()) {
      int hh, mm = 0; char c = r[0]; if (c == ' ') c = '+'; if (c != '+' && c != '-') return false;
      if (r.size() == 6 && r[3] == ':') r.erase(3, 1);
      if (r.size() != 5 && r.size() != 3) return false; if (!digits(r.substr(1))) return false;
      hh = atoi(r.substr(1, 2).c_str()); if (r.size() == 5) mm = atoi(r.substr(3).c_str());
      d.off = true; d.offs = (hh * 3600 + mm * 60) * (c == '-' ? -1 : 1);
    }
  }
  if (d.h > 23 || d.m > 59 || d.s > 59 || d.Y < 1) return false;
  if (d.M < 1 || d.M > 12 || d.D < 1) return false;
  static const int ml[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int mx = ml[d.M - 1] + (d.M == 2 && ((d.Y % 4 == 0 && d.Y % 100) || d.Y % 400 == 0));
  if (d.D > mx) {
    if (!B("events-impossible-day-rolls-over") || d.D > 31) return false;
    struct tm t {}; t.tm_year = d.Y - 1900; t.tm_mon = d.M - 1; t.tm_mday = d.D; time_t x = timegm(&t); gmtime_r(&x, &t);
    d.Y = t.tm_year + 1900; d.M = t.tm_mon + 1; d.D = t.tm_mday;
  }
  return true;
}
static ll dtUTC(const DT& d, const string& z) { return d.off ? toUTC("UTC", d.Y, d.M, d.D, d.h, d.m, d.s) - d.offs : toUTC(z, d.Y, d.M, d.D, d.h, d.m, d.s); }

// ---------------------------------------------------------------- database
static sqlite3* db; static std::mutex mx;
static void fnFold(sqlite3_context* c, int, sqlite3_value** v) {
  if (sqlite3_value_type(v[0]) == SQLITE_NULL) return sqlite3_result_null(c);
  string s = fold((const char*)sqlite3_value_text(v[0])); sqlite3_result_text(c, s.data(), s.size(), SQLITE_TRANSIENT);
}
static vector<json> rows(const string& sql, const vector<json>& a = {}) {
  sqlite3_stmt* st; vector<json> out;
  if (sqlite3_prepare_v2(db, sql.c_str(), -1, &st, 0) != SQLITE_OK) { fprintf(stderr, "SQL: %s in %s\n", sqlite3_errmsg(db), sql.c_str()); fail(500, "db", sqlite3_errmsg(db)); }
  for (size_t i = 0; i < a.size(); i++) {
    const json& j = a[i];
    if (j.is_null()) sqlite3_bind_null(st, i + 1); else if (j.is_boolean()) sqlite3_bind_int(st, i + 1, j.get<bool>());
    else if (j.is_number_integer()) sqlite3_bind_int64(st, i + 1, j.get<ll>()); else if (j.is_number()) sqlite3_bind_double(st, i + 1, j.get<double>());
    else { const string& s = j.get_ref<const string&>(); sqlite3_bind_text(st, i + 1, s.data(), s.size(), SQLITE_TRANSIENT); }
  }
  int rc;
  while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
    json o = json::object();
    for (int i = 0; i < sqlite3_column_count(st); i++) {
      const char* n = sqlite3_column_name(st, i);
      switch (sqlite3_column_type(st, i)) {
        case SQLITE_NULL: o[n] = nullptr; break;
        case SQLITE_INTEGER: o[n] = (ll)sqlite3_column_int64(st, i); break;
        case SQLITE_FLOAT: o[n] = sqlite3_column_double(st, i); break;
        default: o[n] = string((const char*)sqlite3_column_text(st, i), sqlite3_column_bytes(st, i));
      }
    }
    out.push_back(o);
  }
  string e = rc == SQLITE_DONE ? "" : sqlite3_errmsg(db); sqlite3_finalize(st); if (!e.empty()) { fprintf(stderr, "SQL step: %s\n", e.c_str()); fail(500, "db", e); }
  return out;
}
static ll one(const string& sql, const vector<json>& a = {}) { auto r = rows(sql, a); if (r.empty() || r[0].begin().value().is_null()) return 0; return r[0].begin().value().get<ll>(); }
static void openDb() {
  sqlite3_open(":memory:", &db);
  sqlite3_create_function(db, "fold", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, 0, fnFold, 0, 0);
  string zip = B("venue-zip-numeric-column") ? "NUMERIC" : "TEXT";
  for (string s : {string("CREATE TABLE posts(id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, title TEXT, description TEXT, slug TEXT, status TEXT, author INT, date_utc INT, modified INT, lang TEXT, password TEXT, start_utc INT, end_utc INT, start_local TEXT, end_local TEXT, timezone TEXT, featured INT, zip " + zip + ", custom TEXT, data TEXT)"),
       string("CREATE INDEX pk ON posts(kind, slug)"),
       string("CREATE TABLE terms(id INTEGER PRIMARY KEY AUTOINCREMENT, tax TEXT, name TEXT, description TEXT, slug TEXT, parent INT, author INT, lang TEXT, used INT DEFAULT 0)"),
       string("CREATE TABLE rel(event INT, kind TEXT, target INT, pos INT, PRIMARY KEY(event, kind, target))"), string("CREATE INDEX rt ON rel(kind, target)"),
       string("CREATE TABLE trans(k TEXT, obj INT, lang TEXT, field TEXT, value TEXT, PRIMARY KEY(k, obj, lang, field))"),
       string("CREATE TABLE gone(k TEXT, id INT, kind TEXT, PRIMARY KEY(k, id))")}) rows(s);
}

// ---------------------------------------------------------------- fields
enum T { S, BO, I, ANY, URL, IDS, DTM, SUTC, STAT, TZ, SLUG, MAIL };
struct F { const char* n; T t; bool req = false, tr = false; };
static const map<string, vector<F>> FIELDS = {
  {"events", {{"title", S, true, true}, {"start_date", DTM, true}, {"end_date", DTM, true}, {"author", I}, {"date", DTM}, {"date_utc", SUTC}, {"description", S, false, true}, {"slug", SLUG}, {"excerpt", S, false, true}, {"status", STAT}, {"timezone", TZ}, {"all_day", BO}, {"image", S}, {"cost", ANY}, {"website", URL}, {"show_map", BO}, {"show_map_link", BO}, {"hide_from_listings", BO}, {"sticky", BO}, {"featured", BO}, {"categories", IDS}, {"tags", IDS}, {"venue", IDS}, {"organizer", IDS}}},
  {"venues", {{"venue", S, true, true}, {"author", I}, {"date", DTM}, {"date_utc", SUTC}, {"description", S, false, true}, {"status", STAT}, {"show_map", S}, {"show_map_link", S}, {"address", S}, {"city", S}, {"country", S}, {"province", S}, {"state", S}, {"zip", S}, {"phone", S}, {"stateprovince", S}, {"website", URL}, {"image", S}}},
  {"organizers", {{"organizer", S, true, true}, {"author", I}, {"date", DTM}, {"date_utc", SUTC}, {"description", S, false, true}, {"status", STAT}, {"phone", S}, {"website", URL}, {"email", MAIL}, {"image", S}}},
  {"categories", {{"name", S, true, true}, {"description", S, false, true}, {"slug", SLUG}, {"parent", I}}},
  {"tags", {{"name", S, true, true}, {"description", S, false, true}, {"slug", SLUG}}}};
static bool isTerm(const string& k) { return k == "categories" || k == "tags"; }
static string nameField(const string& k) { return k == "events" ? "title" : k == "venues" ? "venue" : k == "organizers" ? "organizer" : "name"; }
static string singular(const string& k) { return k == "categories" ? "category" : k.substr(0, k.size() - 1); }

struct User { int id = 0, role = 0; };   // 0 nobody, 1 reader, 2 author, 3 editor
struct Ctx { const httplib::Request& req; httplib::Response& res; User u; string lang, method, base; map<string, vector<string>> q; std::unique_lock<std::mutex>* lk = nullptr; };

static bool has(Ctx& c, const string& n) { auto i = c.q.find(n); return i != c.q.end() && !i->second.empty() && !(i->second.size() == 1 && i->second[0].empty()); }
static string qs(Ctx& c, const string& n) { auto i = c.q.find(n); return i == c.q.end() || i->second.empty() ? "" : i->second.back(); }
static ll toInt(const string& s0, const string& n) {
  string s = trim(s0); string d = !s.empty() && s[0] == '-' ? s.substr(1) : s;
  if (!digits(d) || d.size() > 18) invalid(n, "not an integer"); return atoll(s.c_str());
}
static ll qi(Ctx& c, const string& n, ll def) { return has(c, n) ? toInt(qs(c, n), n) : def; }
static int bval(const string& s0) { string s = lower(trim(s0)); if (s == "true" || s == "1" || s == "yes" || s == "on") return 1; if (s == "false" || s == "0" || s == "no" || s == "off") return 0; return -1; }
static bool qb(Ctx& c, const string& n, bool def) { if (!has(c, n)) return def; int v = bval(qs(c, n)); if (v < 0) invalid(n, "not a boolean"); return v; }
static vector<string> qlist(Ctx& c, const string& n) { vector<string> r; for (auto& v : c.q[n]) for (auto& p : split(v, ',')) if (!trim(p).empty()) r.push_back(trim(p)); return r; }
static vector<ll> qids(Ctx& c, const string& n) { vector<ll> r; for (auto& p : qlist(c, n)) r.push_back(toInt(p, n)); return r; }
static string inList(const vector<ll>& v) { string s = "("; for (size_t i = 0; i < v.size(); i++) s += (i ? "," : "") + fmtInt(v[i]); return s + ")"; }

// ---------------------------------------------------------------- representation
static string trText(const char* k, ll id, const string& lang, const char* f, const json& base, const json& own, bool& found) {
  found = false; if (lang.empty() || O.ownLang || own == lang) return "";
  auto r = rows("SELECT value FROM trans WHERE k=? AND obj=? AND lang=? AND field=?", {k, id, lang, f});
  if (r.empty() || r[0]["value"].is_null()) return ""; found = true; return r[0]["value"];
}
static json txt(const char* k, const json& r, const string& lang, const char* f, const json& base) {
  bool fd; string v = trText(k, r["id"], lang, f, base, r["lang"], fd); return fd ? json(v) : base;
}
static json idj(ll id) { if (O.idStr) return fmtInt(id); return id; }
static string camel(const string& s) { string o; bool up = false; for (char c : s) if (c == '_') up = true; else { o += up ? toupper(c) : c; up = false; } return o; }
static json renameKeys(const json& j) {
  if (j.is_array()) { json a = json::array(); for (auto& x : j) a.push_back(renameKeys(x)); return a; }
  if (!j.is_object()) return j;
  json o = json::object();
  for (auto& [k, v] : j.items()) { if (O.hideNull && v.is_null()) continue; o[O.camel && k[0] != '_' ? camel(k) : k] = renameKeys(v); }
  return o;
}
static bool secretFor(Ctx& c, const json& r) { return !r["password"].is_null() && !(c.u.role == 3 || (c.u.role == 2 && r["author"] == c.u.id)); }
static json termJson(Ctx& c, const json& r) {
  string k = r["tax"] == "category" ? "categories" : "tags"; ll id = r["id"]; json o;
  o["id"] = idj(id); o["name"] = txt("t", r, c.lang, "name", r["name"]); o["slug"] = r["slug"]; o["taxonomy"] = r["tax"] == "category" ? "event_category" : "event_tag";
  o["description"] = txt("t", r, c.lang, "description", r["description"]);
  if (k == "categories") o["parent"] = r["parent"].is_null() || r["parent"] == 0 ? (O.idStr ? json(nullptr) : json(0)) : idj(r["parent"]);
  o["count"] = one("SELECT COUNT(*) FROM rel WHERE kind=? AND target=?", {k, id}); o["language"] = r["lang"]; o["rest_url"] = c.base + NS + "/" + k + "/" + fmtInt(id);
  return o;
}
static json postJson(Ctx& c, const json& r, bool deep, bool hideText = false);
static json related(Ctx& c, ll ev, const string& k) {
  json a = json::array();
  for (auto& x : rows("SELECT target FROM rel WHERE event=? AND kind=? ORDER BY pos", {ev, k})) {
    ll id = x["target"];
    if (isTerm(k)) {
      auto t = rows("SELECT * FROM terms WHERE id=?", {id}); if (t.empty()) continue;
      if (O.rel == 1) a.push_back(idj(id)); else if (O.rel == 2) a.push_back({{"id", idj(id)}, {"href", c.base + NS + "/" + k + "/" + fmtInt(id)}}); else a.push_back(termJson(c, t[0]));
    } else {
      auto t = rows("SELECT * FROM posts WHERE id=?", {id}); if (t.empty()) continue;
      if (t[0]["status"] != "publish" && c.u.role < 3 && !(c.u.role == 2 && t[0]["author"] == c.u.id)) continue;
      if (O.rel == 1) a.push_back(idj(id)); else if (O.rel == 2) a.push_back({{"id", idj(id)}, {"href", c.base + NS + "/" + k + "/" + fmtInt(id)}}); else a.push_back(postJson(c, t[0], false));
    }
  }
  return a;
}
static json postJson(Ctx& c, const json& r, bool deep, bool hideText) {
  string k = r["kind"]; ll id = r["id"]; json d = json::parse(r["data"].get<string>()), o;
  auto g = [&](const char* n) { return d.contains(n) ? d[n] : json(nullptr); };
  auto gb = [&](const char* n) { return d.contains(n) && d[n].is_boolean() ? d[n] : json(false); };
  o["id"] = idj(id); o["author"] = idj(r["author"]); o["status"] = r["status"];
  if (O.times == 0) { o["date"] = fmtT(r["date_utc"], SITE); o["date_utc"] = fmtT(r["date_utc"], "UTC"); o["modified"] = fmtT(r["modified"], SITE); }
  else { o["date"] = outT(r["date_utc"], SITE); if (O.times == 1) o["date_utc"] = outT(r["date_utc"], "UTC"); o["modified"] = outT(r["modified"], SITE); }
  o["rest_url"] = c.base + NS + "/" + k + "/" + fmtInt(id);
  o[O.plainName ? (k == "events" ? "title" : "name") : nameField(k)] = txt("p", r, c.lang, "title", r["title"]);
  o["slug"] = r["slug"];
  o["description"] = hideText ? json(nullptr) : txt("p", r, c.lang, "description", r["description"]);
  if (k == "events") {
    o["excerpt"] = hideText ? json(nullptr) : txt("p", r, c.lang, "excerpt", g("excerpt")); o["protected"] = !r["password"].is_null();
    string z = r["timezone"];
    o["start_date"] = outT(r["start_utc"], z); o["end_date"] = outT(r["end_utc"], z);
    if (O.times == 0) { o["start_date"] = r["start_local"]; o["end_date"] = r["end_local"]; o["start_date_utc"] = fmtT(r["start_utc"], "UTC"); o["end_date_utc"] = fmtT(r["end_utc"], "UTC"); }
    o["timezone"] = z; o["all_day"] = gb("all_day"); o["image"] = g("image"); o["cost"] = g("cost"); o["website"] = g("website");
    for (auto n : {"show_map", "show_map_link", "hide_from_listings", "sticky"}) o[n] = gb(n);
    o["featured"] = !r["featured"].is_null() && r["featured"] != 0;
    for (string x : {"categories", "tags", "venue", "organizer"}) o[x] = related(c, id, x == "venue" ? "venues" : x == "organizer" ? "organizers" : x);
  } else {
    for (auto& f : FIELDS.at(k)) { string n = f.n; if ((f.t == S || f.t == URL || f.t == MAIL) && n != nameField(k) && n != "description") o[n] = g(f.n); }
    if (k == "venues") { o["zip"] = r["zip"]; if (r["zip"].is_number()) o["zip"] = r["zip"].is_number_integer() ? fmtInt(r["zip"]) : r["zip"].dump(); }
  }
  o["language"] = r["lang"];
  return o;
}
static json present(Ctx& c, const string& k, const json& o) {   // canonical item -> the form of this server
  json x = renameKeys(o);
  string idv = o["id"].is_string() ? o["id"].get<string>() : fmtInt(o["id"]), self = c.base + NS + "/" + k + "/" + idv;
  if (O.form == 2) { x.erase("rest_url"); x["_links"] = {{"self", {{"href", self}}}, {"collection", {{"href", c.base + NS + "/" + k}}}}; 
    if (k == "events") { json e = json::object(); for (auto n : {"categories", "tags", "venue", "organizer"}) { e[n] = x[n]; x.erase(n); } x["_embedded"] = e; } }
  if (O.form == 3) {
    json at = x, rl = json::object(); at.erase("id"); at.erase("rest_url");
    if (k == "events") for (string n : {"categories", "tags", "venue", "organizer"}) { json a = json::array(); for (auto& v : x[n]) a.push_back({{"type", n == "venue" || n == "organizer" ? n + "s" : n}, {"id", v}}); rl[n] = {{"data", a}}; at.erase(n); }
    json y = {{"type", k}, {"id", idv}, {"attributes", at}}; if (!rl.empty()) y["relationships"] = rl; y["links"] = {{"self", self}}; return y;
  }
  return x;
}
static void send(Ctx& c, int st, const json& j) {
  string b = j.dump(-1, ' ', false, json::error_handler_t::replace);
  c.res.status = st;
  if (O.etag && (c.method == "GET" || c.method == "HEAD") && st == 200) {
    char e[32]; snprintf(e, 32, "\"%zx\"", std::hash<string>()(b)); c.res.set_header("ETag", e);
    string inm = c.req.get_header_value("If-None-Match"); if (inm == e || inm == "*") { c.res.status = 304; return; }
  }
  c.res.set_content(b, O.form == 3 ? "application/vnd.api+json" : O.form == 2 ? "application/hal+json" : "application/json; charset=utf-8");
}
static json single(Ctx& c, const string& k, const json& o) { json x = present(c, k, o); if (O.form == 3 || O.form == 4) return {{"data", x}}; return x; }
static string enc(const string& s) { string o; char b[4]; for (unsigned char ch : s) if (isalnum(ch) || strchr("-_.~,", ch)) o += ch; else { snprintf(b, 4, "%%%02X", ch); o += b; } return o; }
static void sendList(Ctx& c, const string& k, const vector<json>& items, ll total, ll page, ll per) {
  ll pages = (total + per - 1) / per;
  if (O.past404 && page > 1 && page > pages) fail(404, "rest_no_route", "The requested page does not exist");
  json a = json::array(); for (auto& o : items) a.push_back(present(c, k, o));
  auto url = [&](ll p) { string u = c.base + NS + "/" + k + "?"; for (auto& [n, vs] : c.q) if (n != "page") for (auto& v : vs) u += n + "=" + enc(v) + "&"; return u + "page=" + fmtInt(p); };
  c.res.set_header("X-Total", fmtInt(total)); c.res.set_header("X-Total-Pages", fmtInt(pages));
  json o;
  if (O.form == 1) { string l; if (page < pages) l += "<" + url(page + 1) + ">; rel=\"next\""; if (page > 1) l += string(l.empty() ? "" : ", ") + "<" + url(page - 1) + ">; rel=\"prev\""; if (!l.empty()) c.res.set_header("Link", l); return send(c, 200, a); }
  if (O.form == 0) { o[k] = a; o["rest_url"] = url(page); if (page < pages) o["next_rest_url"] = url(page + 1); if (page > 1) o["previous_rest_url"] = url(page - 1); o["total"] = total; o["total_pages"] = pages; }
  else if (O.form == 2) { o["_links"] = {{"self", {{"href", url(page)}}}}; if (page < pages) o["_links"]["next"] = {{"href", url(page + 1)}}; if (page > 1) o["_links"]["prev"] = {{"href", url(page - 1)}}; o["page"] = page; o["per_page"] = per; o["total"] = total; o["_embedded"] = {{k, a}}; }
  else if (O.form == 3) { o["data"] = a; o["meta"] = {{"total", total}, {"pages", pages}}; o["links"] = {{"self", url(page)}}; if (page < pages) o["links"]["next"] = url(page + 1); }
  else { o["data"] = a; json m = {{"page", page}, {"per_page", per}, {"total", total}, {"total_pages", pages}}; o["meta"] = renameKeys(m); }
  send(c, 200, o);
}

// ---------------------------------------------------------------- lists
static bool mayAll(Ctx& c) { return c.u.role == 3; }
static void statusWhere(Ctx& c, string& w, vector<json>& a, bool def) {
  if (has(c, "status")) {
    string in; bool any = false;
    for (auto& s : qlist(c, "status")) {
      if (s == "any") { any = true; continue; }
      static const set<string> ok = {"publish", "draft", "pending", "private", "future", "trash"}; if (!ok.count(s)) invalid("status", "unknown status");
      in += in.empty() ? "?" : ",?"; a.push_back(s);
    }
    if (!any) w += " AND p.status IN (" + in + ")"; else if (!in.empty()) { while (in.size()) { a.pop_back(); in.resize(in.size() > 1 ? in.size() - 2 : 0); } }
  } else if (def) w += " AND p.status='publish'";
  if (!mayAll(c)) {
    w += c.u.role == 2 ? " AND (p.status='publish' OR p.author=" + fmtInt(c.u.id) + ")" : " AND p.status='publish'";
  }
}
static string trExpr(Ctx& c, const string& f, const string& base) {
  if (c.lang.empty() || O.ownLang) return base;
  return "COALESCE((SELECT value FROM trans t WHERE t.k='p' AND t.obj=p.id AND t.lang='" + c.lang + "' AND t.lang<>p.lang AND t.field='" + f + "')," + base + ")";
}
static void pageArgs(Ctx& c, ll& page, ll& per, ll def = 10) {
  page = qi(c, "page", 1); per = qi(c, "per_page", def);
  if (page < 1) invalid("page", "must be at least 1"); if (per < 1) invalid("per_page", "must be at least 1");
  if (page > 1000000000) invalid("page", "too large");
  if (per > O.maxPer) { if (O.overErr) invalid("per_page", "too large"); per = O.maxPer; }
}
static void checkParams(Ctx& c, const set<string>& ok) {
  if (!O.strict) return;
  for (auto& [n, v] : c.q) if (!ok.count(n) && n != "ml_language") invalid(n, "unknown parameter");
}
static vector<ll> termIds(Ctx& c, const string& k) {   // slugs or IDs
  vector<ll> r; string tax = k == "categories" ? "category" : "tag";
  for (auto& t : qlist(c, k)) {
    bool hit = false;
    if (digits(t) && t.size() < 18) { r.push_back(atoll(t.c_str())); hit = true; }
    string sql = "SELECT id FROM terms WHERE slug=?"; vector<json> a{t};
    if (!(B("events-category-slug-crosses-taxonomy") && k == "categories")) { sql += " AND tax=?"; a.push_back(tax); }
    for (auto& x : rows(sql, a)) { r.push_back(x["id"]); hit = true; }
    if (!hit) r.push_back(-1);
  }
  return r;
}
static void listEvents(Ctx& c) {
  checkParams(c, {"page", "per_page", "start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after", "strict_dates", "search", "categories", "tags", "venue", "organizer", "featured", "status", "geoloc", "geoloc_lat", "geoloc_lng", "include", "post_parent", "ticketed"});
  ll page, per; pageArgs(c, page, per); string w = "p.kind='events'", from = "posts p"; vector<json> a;
  bool inc = has(c, "include");
  // search first: its arguments come first
  if (has(c, "search")) {
    string s = qs(c, "search"), t = trExpr(c, "title", "p.title"), d = trExpr(c, "description", "p.description");
    string prot = mayAll(c) ? "" : " AND (p.password IS NULL OR p.author=" + fmtInt(c.u.role == 2 ? c.u.id : -1) + ")";
    if (B("search-decoded-twice")) s = httplib::detail::decode_url(s, true);
    if (B("events-search-like-wildcards")) { w += " AND (fold(" + t + ") LIKE '%'||?||'%' OR (fold(" + d + ") LIKE '%'||?||'%'" + prot + "))"; }
    else if (B("events-search-or-precedence")) { w = "p.kind='events' AND instr(fold(" + t + "),?)>0 OR p.kind='events' AND instr(fold(" + d + "),?)>0" + prot; }
    else w += " AND (instr(fold(" + t + "),?)>0 OR (instr(fold(" + d + "),?)>0" + prot + "))";
    a.push_back(fold(s)); a.push_back(fold(s));
  }
  statusWhere(c, w, a, !inc && !O.anyStatus);
  if (inc) { auto v = qids(c, "include"); w += " AND p.id IN " + inList(v); }
  bool strict = false;
  if (has(c, "strict_dates")) { strict = bval(qs(c, "strict_dates")) != 0; if (B("strict-dates-false-is-true")) strict = !qs(c, "strict_dates").empty(); }
  bool any = false;
  for (string n : {"start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after"}) {
    if (!has(c, n)) continue;
    DT d; if (!parseDT(qs(c, n), d)) invalid(n, "not a date"); any = true;
    ll x = dtUTC(d, SITE); DT dd = d;
    if (d.off) { auto l = toLocal(SITE, x); dd.Y = l.tm_year + 1900; dd.M = l.tm_mon + 1; dd.D = l.tm_mday; }
    ll bod = toUTC(SITE, dd.Y, dd.M, dd.D, 0, 0, 0), nxt = toUTC(SITE, dd.Y, dd.M, dd.D + 1, 0, 0, 0);
    if (B("dst-fixed-winter-offset")) { bod = toUTC("UTC", dd.Y, dd.M, dd.D, 0, 0, 0) - 3600; nxt = bod + 86400; if (!d.off) x = toUTC("UTC", d.Y, d.M, d.D, d.h, d.m, d.s) - 3600; }
    if (B("dst-day-is-24-hours")) nxt = bod + 86400;
    string lo = fmtInt(strict ? x : bod), hi = fmtInt(strict ? x : nxt), sc = "p.start_utc", ec = "p.end_utc";
    if (inc && !B("events-include-keeps-date-filters")) continue;
    if (n == "start_date") w += " AND p.start_utc>=" + lo + " AND p.start_utc<" + fmtInt(nxt);
    else if (n == "end_date") w += " AND p.end_utc>=" + fmtInt(bod) + (strict ? " AND p.end_utc<=" + hi : " AND p.end_utc<" + hi);
    else if (n == "starts_before") w += " AND p.start_utc<" + hi;
    else if (n == "ends_before") w += " AND " + ec + "<" + hi;
    else { string col = n == "starts_after" ? sc : ec; w += " AND " + col + (strict && !O.afterIncl ? ">" : ">=") + lo; }
  }
  if (!any && !inc && O.window != 1) {
    ll now = time(0); auto l = toLocal(SITE, now); ll bod = toUTC(SITE, l.tm_year + 1900, l.tm_mon + 1, l.tm_mday, 0, 0, 0);
    if (O.window == 0) w += " AND p.end_utc>=" + fmtInt(bod);
    if (O.window == 2) w += " AND p.end_utc>=" + fmtInt(bod) + " AND p.start_utc<" + fmtInt(now + 86400LL * 3653);
    if (O.window == 3) w += " AND p.end_utc>=" + fmtInt(bod - 86400LL * 31);
  }
  vector<std::function<bool(ll)>> late;
  for (string k : {"categories", "tags"}) if (has(c, k)) {
    auto v = termIds(c, k);
    if (B("events-categories-after-limit") && k == "categories") { late.push_back([v](ll id) { return one("SELECT COUNT(*) FROM rel WHERE event=? AND kind='categories' AND target IN " + inList(v), {id}) > 0; }); continue; }
    if (B("events-category-join-duplicates") && k == "categories") { from += " JOIN rel rc ON rc.event=p.id AND rc.kind='categories'"; w += " AND rc.target IN " + inList(v); continue; }
    string kk = "r.kind='" + k + "' AND ";
    if (B("events-category-slug-crosses-taxonomy")) kk = "";
    w += " AND EXISTS(SELECT 1 FROM rel r WHERE r.event=p.id AND " + kk + "r.target IN " + inList(v) + (kk.empty() ? " AND r.kind IN ('categories','tags')" : "") + ")";
  }
  for (string k : {"venue", "organizer"}) if (has(c, k)) {
    auto v = qids(c, k);
    if (B("events-organizer-csv-first-only") && k == "organizer") v.resize(1);
    string first = B("events-venue-filter-first-only") && k == "venue" ? " AND r.pos=0" : "";
    w += " AND EXISTS(SELECT 1 FROM rel r WHERE r.event=p.id AND r.kind='" + k + "s' AND r.target IN " + inList(v) + first + ")";
  }
  if (has(c, "featured")) { bool f = qb(c, "featured", false); w += B("events-featured-false-null") ? (f ? " AND p.featured=1" : " AND p.featured=0") : (f ? " AND COALESCE(p.featured,0)=1" : " AND COALESCE(p.featured,0)=0"); }
  if (has(c, "geoloc") && qb(c, "geoloc", false)) w += " AND 0";
  auto dbl = [&](const char* n) { char* e; string s = qs(c, n); double v = strtod(s.c_str(), &e); if (*e || s.empty() || !std::isfinite(v)) invalid(n, "not a number"); };
  if (has(c, "geoloc_lat")) dbl("geoloc_lat"); if (has(c, "geoloc_lng")) dbl("geoloc_lng");
  bool la = has(c, "geoloc_lat"), ln = has(c, "geoloc_lng");
  if (la != ln && !(B("geoloc-lat-alone-accepted") && la)) invalid(la ? "geoloc_lng" : "geoloc_lat", "must also be given");
  if (la && ln) w += " AND 0";
  if (has(c, "post_parent") && qi(c, "post_parent", 0) != 0) w += " AND 0";
  if (has(c, "ticketed")) { bool t = qb(c, "ticketed", false); if (t) w += " AND 0"; }
  if (O.ownLang && !c.lang.empty()) w += " AND p.lang='" + c.lang + "'";
  ll total = one("SELECT COUNT(*) FROM " + from + " WHERE " + w, a); vector<json> out;
  for (auto& r : rows("SELECT p.* FROM " + from + " WHERE " + w + " ORDER BY " + O.order + " LIMIT " + fmtInt(per) + " OFFSET " + fmtInt((page - 1) * per), a)) {
    bool ok = true; for (auto& f : late) ok = ok && f(r["id"]);
    if (ok) out.push_back(postJson(c, r, true, secretFor(c, r)));
  }
  sendList(c, "events", out, total, page, per);
}
static void listPlaces(Ctx& c, const string& k) {
  checkParams(c, {"page", "per_page", "search", "event", "has_events", "only_with_upcoming", "status"});
  ll page, per; pageArgs(c, page, per); string w = "p.kind='" + k + "'"; vector<json> a; bool V = k == "venues";
  if (has(c, "search")) {
    string t = trExpr(c, "title", "p.title"), d = trExpr(c, "description", "p.description"), x = "p.custom";
    if (B("organizers-search-null-concat") && !V) w += " AND instr(fold(" + t + "||' '||" + d + "||' '||" + x + "),?)>0";
    else w += " AND instr(fold(" + t + "||char(10)||COALESCE(" + d + ",'')||char(10)||COALESCE(" + x + ",'')),?)>0";
    a.push_back(fold(qs(c, "search")));
  }
  statusWhere(c, w, a, !O.anyStatus);
  string vis = mayAll(c) ? "" : c.u.role == 2 ? " AND (e.status='publish' OR e.author=" + fmtInt(c.u.id) + ")" : " AND e.status='publish'";
  string R = "SELECT 1 FROM rel r JOIN posts e ON e.id=r.event WHERE r.kind='" + k + "' AND r.target=p.id" + vis;
  if (has(c, "event")) w += " AND EXISTS(" + R + " AND e.id=" + fmtInt(qi(c, "event", 0)) + ")";
  if (has(c, "has_events")) { bool y = bval(qs(c, "has_events")) != 0; string R2 = B("venues-has-events-orphan-links") && V ? "SELECT 1 FROM rel r WHERE r.kind='venues' AND r.target=p.id" : R; w += string(" AND ") + (y ? "" : "NOT ") + "EXISTS(" + R2 + ")"; }
  if (has(c, "only_with_upcoming") && bval(qs(c, "only_with_upcoming")) != 0) {
    string now = fmtInt(time(0));
    if (B("organizers-upcoming-first-event-only") && !V) w += " AND (SELECT e.end_utc FROM rel r JOIN posts e ON e.id=r.event WHERE r.kind='organizers' AND r.target=p.id" + vis + " ORDER BY e.start_utc LIMIT 1)>=" + now;
    else w += " AND EXISTS(" + R + " AND e.end_utc>=" + now + ")";
  }
  if (O.ownLang && !c.lang.empty()) w += " AND p.lang='" + c.lang + "'";
  ll total = one("SELECT COUNT(*) FROM posts p WHERE " + w, a); vector<json> out;
  ll off = (page - 1) * (B("venues-offset-default-size") && V ? 10 : per);
  for (auto& r : rows("SELECT p.* FROM posts p WHERE " + w + " ORDER BY " + (O.torder == "name" ? "fold(p.title), p.id" : "p." + O.torder) + " LIMIT " + fmtInt(per) + " OFFSET " + fmtInt(off), a)) out.push_back(postJson(c, r, true));
  sendList(c, k, out, total, page, per);
}
static void listTerms(Ctx& c, const string& k) {
  bool C = k == "categories"; set<string> ok = {"page", "per_page", "search", "exclude", "include", "order", "orderby", "hide_empty", "post", "event", "slug"}; if (C) ok.insert("parent"); checkParams(c, ok);
  ll page, per; pageArgs(c, page, per); string w = string("p.tax='") + (C ? "category" : "tag") + "'"; vector<json> a;
  auto te = [&](const char* f) { string b = string("p.") + f; if (c.lang.empty() || O.ownLang) return b; return "COALESCE((SELECT value FROM trans t WHERE t.k='t' AND t.obj=p.id AND t.lang='" + c.lang + "' AND t.lang<>p.lang AND t.field='" + f + "')," + b + ")"; };
  if (has(c, "search")) { w += " AND (instr(fold(" + te("name") + "),?)>0 OR instr(fold(COALESCE(" + te("description") + ",'')),?)>0)"; a.push_back(fold(qs(c, "search"))); a.push_back(fold(qs(c, "search"))); }
  if (has(c, "exclude")) {
    auto v = qids(c, "exclude");
    if (B("tags-exclude-one-placeholder") && !C) { string s; for (auto x : v) s += (s.empty() ? "" : ",") + fmtInt(x); w += " AND p.id NOT IN (?)"; a.push_back(s); }
    else w += " AND p.id NOT IN " + inList(v);
  }
  if (has(c, "include")) w += " AND p.id IN " + inList(qids(c, "include"));
  bool hide = qb(c, "hide_empty", true);
  string used = "EXISTS(SELECT 1 FROM rel r WHERE r.kind='" + k + "' AND r.target=p.id)";
  if (B("tags-usage-count-stale") && !C) used = "p.used>0";
  bool lateHide = hide && C && B("categories-hide-empty-after-limit");
  if (hide && !lateHide) w += " AND " + used;
  if (C && has(c, "parent")) w += " AND COALESCE(p.parent,0)=" + fmtInt(qi(c, "parent", 0));
  if (B("tags-event-alias-ignored") && !C) c.q.erase("event");
  for (string n : {"post", "event"}) if (has(c, n)) {
    ll ev = qi(c, n, 0); bool vis = !mayAll(c);
    w += " AND EXISTS(SELECT 1 FROM rel r JOIN posts e ON e.id=r.event WHERE r.kind='" + k + "' AND r.target=p.id AND r.event=" + fmtInt(ev) + (vis ? " AND (e.status='publish' OR e.author=" + fmtInt(c.u.role == 2 ? c.u.id : -1) + ")" : "") + ")";
  }
  if (has(c, "slug")) { string in; for (auto& s : qlist(c, "slug")) { in += in.empty() ? "?" : ",?"; a.push_back(s); } w += " AND p.slug IN (" + in + ")"; }
  string ob = has(c, "orderby") ? lower(qs(c, "orderby")) : "", od = has(c, "order") ? lower(qs(c, "order")) : "asc";
  if (od == "ascending") od = "asc"; if (od == "descending") od = "desc"; if (od != "asc" && od != "desc") invalid("order", "asc or desc");
  static const map<string, string> cols = {{"id", "p.id"}, {"term_id", "p.id"}, {"term_group", "p.id"}, {"name", "fold(p.name)"}, {"slug", "p.slug"}, {"description", "COALESCE(p.description,'')"}, {"parent", "COALESCE(p.parent,0)"}, {"count", "(SELECT COUNT(*) FROM rel r WHERE r.target=p.id AND r.kind='K')"}, {"include", "p.id"}};
  if (!ob.empty() && !cols.count(ob)) invalid("orderby", "unknown attribute");
  string order;
  if (ob.empty()) order = O.torder == "name" ? "fold(p.name) " + od + ", p.id" : has(c, "order") ? "p.id " + od : "p." + O.torder;
  else { order = cols.at(ob); size_t i = order.find("'K'"); if (i != string::npos) order.replace(i, 3, "'" + k + "'"); order += " " + od + ", p.id " + od; }
  if (B("categories-order-ignored-with-orderby") && C && !ob.empty()) order = cols.at(ob == "count" ? "id" : ob) + ", p.id";
  if (B("tags-orderby-id-as-text") && !C && (ob == "id" || ob == "term_id")) order = "CAST(p.id AS TEXT) " + od;
  if (O.ownLang && !c.lang.empty()) w += " AND p.lang='" + c.lang + "'";
  ll total = one("SELECT COUNT(*) FROM terms p WHERE " + w, a); vector<json> out;
  for (auto& r : rows("SELECT p.* FROM terms p WHERE " + w + " ORDER BY " + order + " LIMIT " + fmtInt(per) + " OFFSET " + fmtInt((page - 1) * per), a)) {
    if (lateHide && !one("SELECT COUNT(*) FROM rel WHERE kind='categories' AND target=?", {r["id"]})) continue;
    out.push_back(termJson(c, r));
  }
  sendList(c, k, out, total, page, per);
}

// ---------------------------------------------------------------- writing
static json readBody(Ctx& c, const string& k) {
  json b = json::object(); const string& raw = c.req.body; string ct = lower(c.req.get_header_value("Content-Type"));
  auto addText = [&](json& o, const string& n0, const string& v) { string n = n0; size_t i = n.find('['); bool arr = i != string::npos; if (arr) n = n.substr(0, i); if (arr) { if (!o.contains(n) || !o[n].is_array()) o[n] = json::array(); o[n].push_back(v); } else o[n] = v; };
  if ((ct.find("application/x-www-form-urlencoded") != string::npos && trim(raw)[0] != '{') || ct.find("multipart/form-data") != string::npos) {
    for (auto& [n, f] : c.req.files) addText(b, n, f.content);
    if (ct.find("urlencoded") != string::npos) { httplib::Params p; httplib::detail::parse_query_text(raw, p); for (auto& [n, v] : p) addText(b, n, v); }
  } else if (!trim(raw).empty()) {
    b = json::parse(raw, nullptr, false);
    if (b.is_discarded()) fail(400, "rest_invalid_json", "Invalid JSON body passed.");
    if (!b.is_object()) fail(400, "rest_invalid_json", "The body must be a JSON object.");
  }
  for (auto& f : FIELDS.at(k)) if (c.q.count(f.n) && !b.contains(f.n)) { if (c.q[f.n].size() > 1) b[f.n] = c.q[f.n]; else b[f.n] = qs(c, f.n); }
  if (c.q.count("password") && !b.contains("password")) b["password"] = qs(c, "password");
  return b;
}
static string langOf(const string& v, bool check) {
  if (v == "nl" || v == "de" || v == "fr") return v;
  if (v == "en") { if (B("ml-language-en-rejected")) invalid("ml_language", "not one of nl, de, fr"); return v; }
  if (check) invalid("ml_language", "not one of nl, en, fr, de");
  return "";
}
static string uniqueSlug(const string& k, const string& want, ll self) {
  string base = want.empty() ? singular(k) : want, s = base;
  for (int i = 2;; i++) {
    ll n = isTerm(k) ? one("SELECT COUNT(*) FROM terms WHERE tax=? AND slug=? AND id<>?", {singular(k), s, self}) : one("SELECT COUNT(*) FROM posts WHERE kind=? AND slug=? AND id<>?", {k, s, self});
    if (!n) return s; s = base + "-" + std::to_string(i);
  }
}
static json asString(const json& v, const string& n) {
  if (v.is_null()) return nullptr; if (v.is_string()) return v;
  if (!O.strict && v.is_number_integer()) return fmtInt(v.get<ll>()); if (!O.strict && v.is_number()) return v.dump();
  if (!O.strict && v.is_boolean() && (n == "show_map" || n == "show_map_link")) return v.get<bool>() ? "true" : "false";
  invalid(n, "not a string");
}
static bool urlOk(const string& s) { return (s.rfind("http://", 0) == 0 && s.size() > 7) || (s.rfind("https://", 0) == 0 && s.size() > 8); }
static ll asId(const json& v, const string& n) { if (v.is_number_integer()) return v.get<ll>(); if (v.is_number() && v.get<double>() == std::floor(v.get<double>())) return (ll)v.get<double>(); if (v.is_string()) return toInt(v.get<string>(), n); invalid(n, "not an integer"); }
static void setTrans(const char* k, ll id, const string& lang, const string& f, const json& v) { rows("INSERT OR REPLACE INTO trans VALUES(?,?,?,?,?)", {k, id, lang, f, v}); }
static map<string, string> itemCache;

static bool ownsOrAll(Ctx& c, const json& r) { return c.u.role == 3 || (c.u.role == 2 && r["author"] == c.u.id); }
static void needWriter(Ctx& c) {
  if (c.u.role == 0) fail(401, "rest_not_logged_in", "You must log in to do this.");
  if (c.u.role < 2) fail(403, "rest_forbidden", "You are not allowed to do this.");
}
static void writeRels(ll id, const map<string, vector<ll>>& rels, bool create) {
  for (auto& [k, v] : rels) {
    rows("DELETE FROM rel WHERE event=? AND kind=?", {id, k}); int pos = 0;
    for (ll t : v) { rows("INSERT OR IGNORE INTO rel VALUES(?,?,?,?)", {id, k, t, pos++}); if (create && k == "tags") rows("UPDATE terms SET used=used+1 WHERE id=?", {t}); }
    if (!create && k == "tags" && !B("tags-usage-count-stale")) rows("UPDATE terms SET used=(SELECT COUNT(*) FROM rel WHERE kind='tags' AND target=terms.id)");
  }
}
// Applies the body to the record; id==0 creates.
static json store(Ctx& c, const string& k, json body, ll id, bool bySlug) {
  bool create = id == 0, term = isTerm(k); json r; const auto& fs = FIELDS.at(k);
  if (body.contains("ml_language")) { auto& l = body["ml_language"]; if (l.is_string()) { if (c.lang.empty() || !c.q.count("ml_language")) c.lang = langOf(l, true); } else if (!l.is_null()) invalid("ml_language", "not a string"); }
  if (O.strict) for (auto& [n, v] : body.items()) { bool ok = n == "ml_language" || n == "id" || n == "password"; for (auto& f : fs) ok = ok || n == f.n; if (n == "slug" && bySlug) ok = true; if (!ok) invalid(n, "unknown field"); }
  if (create) {
    for (auto& f : fs) if (f.req && (!body.contains(f.n) || body[f.n].is_null())) { fail(O.missing400 ? 400 : O.invalid, "rest_missing_callback_param", string("Missing parameter(s): ") + f.n); }
    r["id"] = 0; r["lang"] = c.lang.empty() ? "en" : c.lang; r["author"] = c.u.id;
  } else {
    r = rows(term ? "SELECT * FROM terms WHERE id=?" : "SELECT * FROM posts WHERE id=?", {id})[0];
    if (B("categories-put-requires-name") && k == "categories" && c.method == "PUT" && !body.contains("name")) fail(400, "rest_missing_callback_param", "Missing parameter(s): name");
    if (O.putReplace && c.method == "PUT") for (auto& f : fs) { string n = f.n; if (!body.contains(n) && !f.req && n != "slug" && n != "author" && n != "date" && n != "date_utc" && n != "status" && n != "timezone") body[n] = f.t == BO ? json(false) : json(nullptr); }
    if (B("events-patch-applies-defaults") && k == "events") { if (!body.contains("all_day")) body["all_day"] = false; if (!body.contains("website")) body["website"] = nullptr; }
  }
  if (B("patch-lost-update") && !create && k == "events") { c.lk->unlock(); usleep(4000); c.lk->lock(); if (!one("SELECT COUNT(*) FROM posts WHERE id=?", {id})) fail(404, "not_found", "gone"); }
  json d = json::object(); if (!term && !create) d = json::parse(r["data"].get<string>());
  if (!term && create) { for (auto n : {"title", "description", "slug", "status", "date_utc", "password", "start_utc", "end_utc", "start_local", "end_local", "timezone", "featured", "zip"}) r[n] = nullptr; r["kind"] = k; r["status"] = "publish"; r["date_utc"] = (ll)time(0); r["timezone"] = SITE; }
  if (term && create) { r["tax"] = singular(k); for (auto n : {"name", "description", "slug", "parent"}) r[n] = nullptr; }
  map<string, vector<ll>> rels; vector<pair<string, json>> tr;
  bool toTrans = !create && !O.ownLang && !c.lang.empty() && r["lang"] != c.lang; bool dateSet = false, tzSet = false, startSet = false, endSet = false; string wantSlug; bool slugSet = false;
  DT sd, ed;
  for (auto& f : fs) {
    string n = f.n; if (!body.contains(n)) continue; json v = body[n];
    if (B("venues-patch-empty-string-ignored") && k == "venues" && !create && v.is_string() && v.get<string>().empty()) continue;
    bool isName = f.req && f.t == S;
    switch (f.t) {
      case S: {
        v = asString(v, n);
        if (isName) { if (v.is_null()) invalid(n, "must not be null"); else if (trim(v).empty()) invalid(n, "must not be empty"); }
        if (B("events-title-drops-emoji") && k == "events" && n == "title" && v.is_string()) { string o; for (auto u : cps(v)) if (u < 0x10000) put(o, u); v = o; }
        if (isName && n != "title" && !term) n = "title";
        if (f.tr && toTrans) { tr.push_back({n, v.is_null() ? json("") : v}); break; }
        if (n == "title" || n == "description" || (term && n == "name")) r[n] = v; else if (k == "venues" && n == "zip") r["zip"] = v; else d[n] = v;
        break; }
      case URL: v = v.is_null() ? v : v.is_string() ? v : (invalid(n, "not a URL"), v); if (v.is_string() && !v.get<string>().empty() && !urlOk(v)) invalid(n, "not a URL"); d[n] = v; break;
      case MAIL: v = asString(v, n); if (v.is_string() && !v.get<string>().empty()) { string s = v; size_t at = s.find('@'); if (at == string::npos || at == 0 || at + 1 >= s.size() || s.find(' ') != string::npos) invalid(n, "not an e-mail address"); } d[n] = v; break;
      case BO: {
        json x; if (v.is_null()) x = nullptr; else if (v.is_boolean()) x = v; else { int q = v.is_string() ? bval(v) : v.is_number_integer() ? (v == 1 ? 1 : v == 0 ? 0 : -1) : -1; if (q < 0) invalid(n, "not a boolean"); x = q == 1; }
        if (B("events-patch-false-ignored") && !create && x == false) break;
        if (n == "featured") r["featured"] = x.is_null() ? json(nullptr) : json(x.get<bool>() ? 1 : 0); else d[n] = x; break; }
      case I: {
        if (n == "author") { if (v.is_null()) break; ll x = asId(v, n); if (x < 1) invalid(n, "no such user"); if (USERS) { if (x > 3) invalid(n, "no such user"); if (c.u.role < 3 && x != c.u.id) fail(403, "rest_cannot_edit_others", "You may not write for another author."); } r["author"] = x; break; }
        ll p = v.is_null() ? 0 : asId(v, n); if (p < 0) invalid(n, "no such category");
        if (p) { if (!one("SELECT COUNT(*) FROM terms WHERE id=? AND tax='category'", {p})) fail(O.badRef, "rest_term_invalid", "The parent category does not exist");
          for (ll q = p, i = 0; q && i < 1000; i++) { if (q == id && !create) invalid(n, "a category cannot be below itself"); q = one("SELECT parent FROM terms WHERE id=?", {q}); } }
        r["parent"] = p; break; }
      case ANY: if (v.is_object() || v.is_array() || v.is_boolean()) invalid(n, "not a cost"); if (B("events-cost-zero-lost") && ((v.is_number() && v == 0) || v == "0")) v = nullptr; d[n] = v; break;
      case DTM: case SUTC: {
        if (v.is_null()) { if (f.req) invalid(n, "must not be null"); break; } if (!v.is_string()) invalid(n, "not a date");
        DT x; if (!parseDT(v, x)) invalid(n, "not a date");
        if (n == "start_date") { sd = x; startSet = true; } else if (n == "end_date") { ed = x; endSet = true; }
        else if (f.t == SUTC) { if (!dateSet) r["date_utc"] = B("date-utc-taken-as-local") ? dtUTC(x, SITE) : dtUTC(x, "UTC"); } else { dateSet = true; r["date_utc"] = dtUTC(x, SITE); }
        break; }
      case STAT: { if (v.is_null()) break; if (!v.is_string()) invalid(n, "not a string"); static const set<string> ok = {"publish", "draft", "pending", "private", "future"}; if (!ok.count(v)) invalid(n, "unknown status"); r["status"] = v; break; }
      case TZ: if (v.is_null()) { v = SITE; } if (!v.is_string() || !zoneOk(v)) invalid(n, "unknown time zone"); r["timezone"] = v; tzSet = true; break;
      case SLUG: { v = asString(v, n); if (v.is_null() || trim(v).empty()) break; wantSlug = slugify(v); slugSet = true; break; }
      case IDS: {
        string kk = n == "venue" ? "venues" : n == "organizer" ? "organizers" : n; vector<ll> ids; 
        if (v.is_array()) for (auto& x : v) ids.push_back(asId(x, n)); else if (v.is_null()) {} else if (O.strict) invalid(n, "not an array");
        else if (v.is_string()) { for (auto& p : split(v, ',')) if (!trim(p).empty()) ids.push_back(toInt(p, n)); } else ids.push_back(asId(v, n));
        for (ll t : ids) {
          ll okc = isTerm(kk) ? one("SELECT COUNT(*) FROM terms WHERE id=? AND tax=?", {t, singular(kk)}) : one("SELECT COUNT(*) FROM posts WHERE id=? AND kind=?", {t, kk});
          if (B("events-venue-accepts-any-record") && n == "venue") okc = one("SELECT COUNT(*) FROM posts WHERE id=?", {t});
          if (!okc) fail(O.badRef, "rest_invalid_param", "Invalid parameter: " + n + " (no record " + fmtInt(t) + ")");
        }
        if (B("events-update-appends-tags") && !create && kk == "tags") { vector<ll> old; for (auto& x : rows("SELECT target FROM rel WHERE event=? AND kind='tags' ORDER BY pos", {id})) old.push_back(x["target"]); ids.insert(ids.begin(), old.begin(), old.end()); }
        rels[kk] = ids; break; }
    }
  }
  if (k == "events") {
    string z = r["timezone"];
    auto norm = [&](DT x, const char* lc, const char* uc, bool end) {
      bool ad = d.contains("all_day") && d["all_day"] == true;
      if (x.off) { auto l = toLocal(z, dtUTC(x, z)); x.Y = l.tm_year + 1900; x.M = l.tm_mon + 1; x.D = l.tm_mday; x.h = l.tm_hour; x.m = l.tm_min; x.s = l.tm_sec; x.off = false; }
      if (ad) { x.h = end ? 23 : 0; x.m = x.s = end ? 59 : 0; }
      r[lc] = x.str(); r[uc] = B("event-timezone-ignored") ? dtUTC(x, SITE) : dtUTC(x, z);
    };
    bool adSet = body.contains("all_day") && d.contains("all_day") && d["all_day"] == true, redo = (tzSet && !B("patch-timezone-keeps-old-instant")) || adSet;
    if (startSet) norm(sd, "start_local", "start_utc", false); else if (!create && redo) { parseDT(r["start_local"], sd); norm(sd, "start_local", "start_utc", false); }
    if (endSet) norm(ed, "end_local", "end_utc", true); else if (!create && redo) { parseDT(r["end_local"], ed); norm(ed, "end_local", "end_utc", true); }
    if ((startSet || endSet) && r["end_utc"].get<ll>() < r["start_utc"].get<ll>()) invalid("end_date", "before start_date");
    if (body.contains("password")) { json p = body["password"]; if (!p.is_null() && !p.is_string()) p = asString(p, "password"); if (create || r["password"].is_null()) r["password"] = p.is_null() || p.get<string>().empty() ? json(nullptr) : p; }
  }
  string nm = term ? "name" : "title"; string nameNow = r[nm].is_null() ? "" : r[nm].get<string>();
  if (B("events-by-slug-update-resets-slug") && bySlug && k == "events" && !slugSet) { wantSlug = slugify(nameNow); slugSet = true; }
  if (B("events-by-slug-body-slug-ignored") && bySlug && k == "events") { slugSet = false; }
  if (create || slugSet) {
    string w = slugSet ? wantSlug : slugify(nameNow);
    string u = uniqueSlug(k, w, id); if (slugSet && O.dupSlug && u != w && !w.empty()) fail(O.dupSlug, "slug_exists", "The slug is already in use");
    r["slug"] = u;
  }
  if (B("venues-slug-check-race") && create && k == "venues") { c.lk->unlock(); usleep(4000); c.lk->lock(); }
  if (term) {
    if (create) { rows("INSERT INTO terms(tax,name,description,slug,parent,author,lang) VALUES(?,?,?,?,?,?,?)", {r["tax"], r["name"], r["description"], r["slug"], r["parent"], r["author"], r["lang"]}); id = sqlite3_last_insert_rowid(db); }
    else rows("UPDATE terms SET name=?,description=?,slug=?,parent=? WHERE id=?", {r["name"], r["description"], r["slug"], r["parent"], id});
  } else {
    string custom; if (k != "events") { for (auto& [n, v] : d.items()) if (v.is_string() && n != "image" && n != "show_map" && n != "show_map_link") custom += v.get<string>() + "\n"; if (r["zip"].is_string()) custom += r["zip"].get<string>(); }
    r["modified"] = (ll)time(0);
    vector<json> a; string cols, sets; for (string n : {"kind", "title", "description", "slug", "status", "author", "date_utc", "modified", "lang", "password", "start_utc", "end_utc", "start_local", "end_local", "timezone", "featured", "zip"}) { cols += n + ","; sets += n + "=?,"; a.push_back(r[n]); }
    a.push_back(custom); a.push_back(d.dump());
    if (create) { string q; for (size_t i = 0; i < a.size(); i++) q += i ? ",?" : "?"; rows("INSERT INTO posts(" + cols + "custom,data) VALUES(" + q + ")", a); id = sqlite3_last_insert_rowid(db); }
    else { a.push_back(id); rows("UPDATE posts SET " + sets + "custom=?,data=? WHERE id=?", a); }
    if (k == "events") writeRels(id, rels, create);
  }
  for (auto& [f, v] : tr) setTrans(term ? "t" : "p", id, c.lang, f, v);
  return rows(term ? "SELECT * FROM terms WHERE id=?" : "SELECT * FROM posts WHERE id=?", {id})[0];
}
static json itemJson(Ctx& c, const string& k, const json& r, bool hide = false) { return isTerm(k) ? termJson(c, r) : postJson(c, r, true, hide); }
static void createItem(Ctx& c, const string& k) {
  needWriter(c);
  checkParams(c, [&] { set<string> s = {"password"}; for (auto& f : FIELDS.at(k)) s.insert(f.n); return s; }());
  json r = store(c, k, readBody(c, k), 0, false); itemCache.clear();
  if (O.location) c.res.set_header("Location", c.base + NS + "/" + k + "/" + fmtInt(r["id"]));
  send(c, O.created, single(c, k, itemJson(c, k, r)));
}
static void removeItem(const string& k, ll id, const json& r) {
  string t = isTerm(k) ? "t" : "p";
  if (isTerm(k)) { rows("UPDATE terms SET parent=? WHERE parent=?", {r["parent"].is_null() ? json(0) : r["parent"], id}); rows("DELETE FROM terms WHERE id=?", {id}); rows("DELETE FROM rel WHERE kind=? AND target=?", {k, id}); }
  else {
    rows("DELETE FROM posts WHERE id=?", {id});
    if (k == "events") { if (!B("venues-has-events-orphan-links")) rows("DELETE FROM rel WHERE event=?", {id}); }
    else { rows("DELETE FROM rel WHERE kind=? AND target=?", {k, id}); }
  }
  rows("DELETE FROM trans WHERE k=? AND obj=?", {t, id}); rows("INSERT OR REPLACE INTO gone VALUES(?,?,?)", {t, id, k});
}
static void item(Ctx& c, const string& k, const string& key, bool bySlug) {
  static set<ll> unlocked;
  bool term = isTerm(k), write = c.method != "GET"; json r; vector<json> f;
  if (B("organizers-slug-digits-as-id") && k == "organizers" && bySlug && digits(key)) bySlug = false;
  if (bySlug) {
    if (B("by-slug-rejects-underscore")) for (char ch : key) if (ch == '_') fail(404, "rest_no_route", "No route was found matching the URL and request method.");
    f = rows("SELECT * FROM posts WHERE kind=? AND slug=? ORDER BY id LIMIT 1", {k, key});
    if (f.empty()) { string low = fold(key); if (low != key) f = rows("SELECT * FROM posts WHERE kind=? AND slug=? ORDER BY id LIMIT 1", {k, low}); }
  }
  else if (key.size() < 18) {
    ll id = atoll(key.c_str());
    if (term) f = rows("SELECT * FROM terms WHERE id=? AND tax=?", {id, singular(k)});
    else if (B("organizers-delete-any-record") && k == "organizers" && c.method == "DELETE") f = rows("SELECT * FROM posts WHERE id=?", {id});
    else f = rows("SELECT * FROM posts WHERE id=? AND kind=?", {id, k});
  }
  if (write && c.u.role == 0) needWriter(c);
  if (f.empty()) {
    if (O.soft && !bySlug && key.size() < 18 && one("SELECT COUNT(*) FROM gone WHERE k=? AND id=? AND kind=?", {term ? "t" : "p", atoll(key.c_str()), k})) fail(410, "rest_already_trashed", "The " + singular(k) + " has been deleted.");
    if (B("head-missing-item-200") && c.req.method == "HEAD") { c.res.status = 200; return; }
    if (write) needWriter(c);
    fail(404, singular(k) + "-not-found", "The " + singular(k) + " was not found.");
  }
  r = f[0]; ll id = r["id"];
  bool mine = ownsOrAll(c, r);
  if (!term && r["status"] != "publish" && !mine && !(B("draft-readable-by-slug") && bySlug)) { fail(404, singular(k) + "-not-found", "The " + singular(k) + " was not found."); }
  if (write && !mine && !(B("author-deletes-foreign-by-slug") && bySlug && c.method == "DELETE" && c.u.role == 2)) { needWriter(c); fail(403, "rest_forbidden", "You are not allowed to change this " + singular(k) + "."); }
  json body = json::object();
  if (write && (c.method != "DELETE" || !trim(c.req.body).empty())) body = readBody(c, k); else if (has(c, "password")) body["password"] = qs(c, "password");
  bool hide = false;
  if (k == "events" && !r["password"].is_null()) {
    string pw = r["password"], given; bool g = body.contains("password") && body["password"].is_string(); if (g) given = body["password"];
    bool okp = g && (B("password-prefix-accepted") ? strncmp(pw.c_str(), given.c_str(), given.size()) == 0 : given == pw);
    if (B("password-unlock-remembered")) { if (okp) unlocked.insert(id); else if (unlocked.count(id)) okp = true; }
    if (!okp && bySlug && B("by-slug-skips-password")) okp = true;
    if (!okp && (g || !mine)) fail(403, "rest_wrong_password", g ? "The password is wrong." : "The event is protected by a password.");
  }
  if (c.method == "GET") {
    if (B("item-cache-without-language") || B("item-cache-survives-by-slug-update")) {
      if (k == "events" && !bySlug && !USERS) {
        string ck = fmtInt(id) + (B("item-cache-without-language") ? "" : c.lang); auto it = itemCache.find(ck);
        if (it == itemCache.end()) it = itemCache.insert({ck, single(c, k, itemJson(c, k, r)).dump()}).first;
        return send(c, 200, json::parse(it->second));
      }
    }
    if (B("organizers-shared-answer") && k == "organizers") { static json cur; cur = itemJson(c, k, r); c.lk->unlock(); usleep(3000); c.lk->lock(); return send(c, 200, single(c, k, cur)); }
    return send(c, 200, single(c, k, itemJson(c, k, r, hide)));
  }
  if (c.method == "DELETE") {
    json old = itemJson(c, k, r);
    if (B("delete-by-slug-crosses-kinds") && bySlug) { for (auto& x : rows("SELECT * FROM posts WHERE slug=?", {r["slug"]})) removeItem(x["kind"], x["id"], x); }
    else removeItem(k, id, r);
    itemCache.clear();
    if (O.deleted == 204) { c.res.status = 204; return; }
    if (!term) old["status"] = "trash";
    return send(c, 200, single(c, k, old));
  }
  r = store(c, k, body, id, bySlug);
  if (!(B("item-cache-survives-by-slug-update") && bySlug)) itemCache.clear();
  send(c, 200, single(c, k, itemJson(c, k, r)));
}

// ---------------------------------------------------------------- index and documentation
static json doc(Ctx& c) {
  json paths = json::object();
  for (auto& [k, fs] : FIELDS) {
    json props = json::object(), req = json::array();
    for (auto& f : fs) { static const char* tn[] = {"string", "boolean", "integer", "", "string", "array", "string", "string", "string", "string", "string", "string"}; json p = json::object(); if (*tn[f.t]) p["type"] = tn[f.t]; if (f.t == IDS) p["items"] = {{"type", "integer"}}; props[f.n] = p; if (f.req) req.push_back(f.n); }
    json body = {{"content", {{"application/json", {{"schema", {{"type", "object"}, {"properties", props}}}}}}}};
    json ok = {{"200", {{"description", "OK"}}}}, lp = {{"name", "ml_language"}, {"in", "query"}, {"schema", {{"type", "string"}, {"enum", {"nl", "en", "fr", "de"}}}}};
    json cb = body; cb["content"]["application/json"]["schema"]["required"] = req;
    paths[NS + "/" + k] = {{"get", {{"parameters", json::array({lp})}, {"responses", ok}}}, {"post", {{"requestBody", cb}, {"responses", ok}}}};
    auto it = [&](const char* pn) { json o = json::object(); json pp = {{"name", pn}, {"in", "path"}, {"required", true}, {"schema", {{"type", string(pn) == "id" ? "integer" : "string"}}}}; for (string m : {"get", "delete", "post", "put", "patch"}) { o[m] = {{"parameters", json::array({pp, lp})}, {"responses", ok}}; if (m[0] == 'p') o[m]["requestBody"] = body; } return o; };
    paths[NS + "/" + k + "/{id}"] = it("id"); if (!isTerm(k)) paths[NS + "/" + k + "/by-slug/{slug}"] = it("slug");
  }
  return {{"openapi", "3.0.3"}, {"info", {{"title", "Calendar of events"}, {"version", "1.0.0"}}}, {"servers", json::array({{{"url", c.base}}})}, {"paths", paths}};
}
static void index(Ctx& c) {
  checkParams(c, {"namespace", "context"});
  if (has(c, "namespace") && trim(qs(c, "namespace")) != "vendor/events/v1") fail(404, "rest_invalid_namespace", "The specified namespace could not be found.");
  if (has(c, "context")) { string x = qs(c, "context"); if (x != "view" && x != "embed" && x != "edit" && x != "help") invalid("context", "not a context"); }
  string up = B("namespace-up-links-to-itself") ? c.base + NS : c.base + "/"; json rt = json::object();
  auto add = [&](const string& p, json m) { rt[p] = {{"namespace", "vendor/events/v1"}, {"methods", m}}; };
  add(NS, {"GET"}); add(NS + "/doc", {"GET"});
  for (auto& [k, fs] : FIELDS) { add(NS + "/" + k, {"GET", "POST"}); json all = {"GET", "POST", "PUT", "PATCH", "DELETE"}; add(NS + "/" + k + "/{id}", all); if (!isTerm(k)) add(NS + "/" + k + "/by-slug/{slug}", all); }
  json o = {{"namespace", "vendor/events/v1"}, {"routes", rt}};
  if (O.form == 3) { o = {{"meta", o}, {"links", {{"up", up}, {"self", c.base + NS}}}}; } 
  else if (O.form == 2) o["_links"] = {{"up", {{"href", up}}}, {"self", {{"href", c.base + NS}}}}; else o["_links"] = {{"up", json::array({{{"href", up}}})}};
  send(c, 200, o);
}

// ---------------------------------------------------------------- routing
static void sendErr(const httplib::Request&, httplib::Response& res, const Err& e) {
  json j; string ct = "application/json; charset=utf-8"; res.status = e.status;
  switch (O.err) {
    case 1: j = {{"type", "about:blank"}, {"title", e.code}, {"status", e.status}, {"detail", e.msg}}; ct = "application/problem+json"; break;
    case 2: j = {{"errors", json::array({{{"status", fmtInt(e.status)}, {"code", e.code}, {"detail", e.msg}}})}}; break;
    case 3: j = {{"error", {{"code", e.code}, {"message", e.msg}}}}; break;
    default: j = {{"code", e.code}, {"message", e.msg}, {"data", {{"status", e.status}}}};
  }
  if (O.form == 3) ct = "application/vnd.api+json";
  if (e.status == 405 && !B("not-allowed-without-allow")) res.set_header("Allow", e.allow);
  if (e.status == 401 && !B("unauthorized-without-challenge")) res.set_header("WWW-Authenticate", "Basic realm=\"calendar\"");
  res.set_content(j.dump(-1, ' ', false, json::error_handler_t::replace), ct);
}
static string b64(const string& s) { static const string A = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"; string o; int v = 0, n = -8; for (unsigned char ch : s) { size_t p = A.find(ch); if (p == string::npos) break; v = (v << 6 | p) & 0xFFFFFF; n += 6; if (n >= 0) { o += char(v >> n & 255); n -= 8; } } return o; }
static void route(const httplib::Request& req, httplib::Response& res) {
  Ctx c{req, res, {}, "", req.method == "HEAD" ? "GET" : req.method, ""};
  string host = req.get_header_value("Host"); c.base = "http://" + (host.empty() ? "127.0.0.1:" + fmtInt(PORT) : host);
  if (!USERS) c.u = {1, 3};
  else if (req.has_header("Authorization")) {
    string h = req.get_header_value("Authorization"), cr = h.size() > 6 && lower(h.substr(0, 6)) == "basic " ? b64(trim(h.substr(6))) : "";
    if (cr == "editor:editor") c.u = {1, 3}; else if (cr == "author:author") c.u = {2, 2}; else if (cr == "reader:reader") c.u = {3, 1};
    else fail(401, "invalid_credentials", "The user name or password is wrong.");
  }
  string p = req.path; bool slashed = p.size() > 1 && p.back() == '/'; if (slashed) while (p.size() > 1 && p.back() == '/') p.pop_back();
  string pl; for (string l : {"nl", "de", "fr"}) if (p.rfind("/" + l + "/", 0) == 0 || p == "/" + l) { pl = l; p = p.substr(3); if (p.empty()) p = "/"; break; }
  if (!pl.empty()) c.base += "/" + pl;
  for (auto& [n0, v] : req.params) { string n = n0; size_t i = n.find('['); if (i != string::npos) n = n.substr(0, i); c.q[n].push_back(v); }
  auto allow = [&](const string& a) { string al = a + ", OPTIONS"; if (c.method == "OPTIONS") { res.status = 200; res.set_header("Allow", al); return false; } if ((", " + a + ",").find(" " + c.method + ",") == string::npos) fail(405, "rest_method_not_allowed", "The method is not allowed here.", al); return true; };
  auto nf = [&]() { fail(404, "rest_no_route", "No route was found matching the URL and request method."); };
  if (p == "/" ) { if (!allow("GET, HEAD")) return; return send(c, 200, {{"name", "Calendar"}, {"namespaces", {"vendor/events/v1"}}, {"timezone_string", SITE}, {"_links", {{"self", {{"href", c.base + "/"}}}}}}); }
  if (p.rfind(NS, 0) != 0 || (p.size() > NS.size() && p[NS.size()] != '/')) nf();
  if (slashed) { if (O.slash == 2) nf(); if (O.slash == 1 && (c.method == "GET")) { string t = req.target; size_t q = t.find('?'); string path = t.substr(0, q); while (path.size() > 1 && path.back() == '/') path.pop_back(); res.status = 301; res.set_header("Location", path + (q == string::npos ? "" : t.substr(q))); return; } }
  static string sticky;
  auto language = [&]() {
    c.lang = pl;
    if (c.q.count("ml_language") && !qs(c, "ml_language").empty()) { c.lang = langOf(qs(c, "ml_language"), true); if (B("ml-language-sticks")) sticky = c.lang; }
    else if (B("ml-language-sticks") && c.lang.empty()) c.lang = sticky;
  };
  vector<string> s; if (p.size() > NS.size() + 1) s = split(p.substr(NS.size() + 1), '/');
  if (s.empty()) { if (!allow("GET, HEAD")) return; language(); return index(c); }
  if (s[0] == "doc" && s.size() == 1) { if (!allow("GET, HEAD")) return; language(); return send(c, 200, doc(c)); }
  if (!FIELDS.count(s[0])) nf();
  std::unique_lock<std::mutex> lk(mx); c.lk = &lk;
  if (s.size() == 1) {
    if (!allow("GET, HEAD, POST")) return; language();
    if (c.method == "POST") return createItem(c, s[0]);
    return s[0] == "events" ? listEvents(c) : isTerm(s[0]) ? listTerms(c, s[0]) : listPlaces(c, s[0]);
  }
  bool bs = s.size() == 3 && s[1] == "by-slug" && !isTerm(s[0]) && !s[2].empty();
  if (!bs && !(s.size() == 2 && digits(s[1]))) nf();
  string al = "GET, HEAD, POST, PUT, PATCH, DELETE"; if (B("venues-by-slug-no-patch") && bs && s[0] == "venues") al = "GET, HEAD, POST, PUT, DELETE";
  if (!allow(al)) return; language(); item(c, s[0], bs ? s[2] : s[1], bs);
}
static void handle(const httplib::Request& req, httplib::Response& res) {
  try { route(req, res); }
  catch (const Err& e) { sendErr(req, res, e); }
  catch (const std::exception& e) { fprintf(stderr, "%s\n", e.what()); sendErr(req, res, Err{500, "internal", e.what(), ""}); }
}
int main() {
  auto env = [](const char* n) { const char* v = getenv(n); return string(v ? v : ""); };
  BUG = env("BUG"); VARIANT = env("VARIANT"); USERS = env("USERS") == "1"; if (!env("PORT").empty()) PORT = atoi(env("PORT").c_str());
  setlocale(LC_CTYPE, "C.UTF-8"); setVariant(); openDb();
  httplib::Server sv; sv.new_task_queue = [] { return new httplib::ThreadPool(96); };
  sv.set_keep_alive_max_count(1000000); sv.set_keep_alive_timeout(20); sv.set_tcp_nodelay(true); sv.set_read_timeout(30);
  sv.set_pre_routing_handler([](const httplib::Request& q, httplib::Response& s) {
    bool body = q.has_header("Content-Length") && q.get_header_value("Content-Length") != "0"; body = body || q.has_header("Transfer-Encoding");
    bool std_ = q.method == "GET" || q.method == "HEAD" || q.method == "POST" || q.method == "PUT" || q.method == "PATCH" || q.method == "DELETE" || q.method == "OPTIONS";
    if (!std_ || (!body && q.method != "GET" && q.method != "HEAD")) { handle(q, s); return httplib::Server::HandlerResponse::Handled; }
    return httplib::Server::HandlerResponse::Unhandled; });
  sv.set_post_routing_handler([](const httplib::Request&, httplib::Response& s) { s.headers.erase("Accept-Ranges"); if (s.status == 204 || s.status == 304) s.headers.erase("Content-Length"); });
  sv.Get(".*", handle); sv.Post(".*", handle); sv.Put(".*", handle); sv.Patch(".*", handle); sv.Delete(".*", handle); sv.Options(".*", handle);
  if (!sv.bind_to_port("127.0.0.1", PORT)) { fprintf(stderr, "cannot bind\n"); return 1; }
  printf("listening on 127.0.0.1:%d\n", PORT); fflush(stdout);
  return sv.listen_after_bind() ? 0 : 1;
}
