#!/usr/bin/env python3
"""Shows every bug of bugs.json (honest passes, bug fails) and smoke-tests every operation on the honest server and each variant."""
import base64,http.client,json,os,re,signal,socket,subprocess,sys,threading,time,urllib.parse
os.chdir(os.path.dirname(os.path.abspath(__file__)))
NS="/vendor/events/v1"
class Server:
    def __init__(s,**env):
        k=socket.socket(); k.bind(("127.0.0.1",0)); s.port=k.getsockname()[1]; k.close()
        s.p=subprocess.Popen(json.load(open("run.json"))["command"],env={**{k:v for k,v in os.environ.items() if k not in("BUG","VARIANT","USERS")},"PORT":str(s.port),**env},stdout=subprocess.PIPE)
        l=s.p.stdout.readline()
        while l and b"listening" not in l: l=s.p.stdout.readline()
        s.local=threading.local()
    def call(s,m,p,q=None,b=None,as_=None,raw=None,h=None,abs_=False):
        u=(p if abs_ else NS+urllib.parse.quote(p,safe="/%"))+("?"+urllib.parse.urlencode(q) if q else "")
        hd=dict(h or {}); data=None
        if b is not None: data=json.dumps(b).encode(); hd["Content-Type"]="application/json"
        if raw is not None: data=raw.encode(); hd["Content-Type"]="application/json"
        if as_: hd["Authorization"]="Basic "+base64.b64encode(f"{as_}:{as_}".encode()).decode()
        c=getattr(s.local,"c",None)
        if c is None: c=s.local.c=http.client.HTTPConnection("127.0.0.1",s.port,timeout=10)
        c.request(m,u,data,hd); r=c.getresponse(); t=r.read()
        try: j=json.loads(t) if t else None
        except ValueError: j=t.decode()
        return r.status,{k.lower():v for k,v in r.getheaders()},j
    def stop(s):
        os.kill(s.p.pid,signal.SIGKILL); s.p.wait(); s.p.stdout.close()
def sub(x,v):
    if isinstance(x,str):
        m=re.fullmatch(r"\{(\w+)\}",x)
        if m: return v.get(m[1])
        return re.sub(r"\{(\w+)\}",lambda m:str(v.get(m[1])),x)
    if isinstance(x,list): return [sub(y,v) for y in x]
    if isinstance(x,dict): return {k:sub(y,v) for k,y in x.items()}
    return x
def dig(j,p):
    for k in p.split("."):
        try: j=j[int(k)] if isinstance(j,list) else j[k]
        except Exception: return None
    return j
def items(j):
    if isinstance(j,dict):
        for k in("events","venues","organizers","categories","tags"):
            if k in j: return [x["id"] for x in j[k]]
    return None
def check(c,st,h,j,v):
    c=sub(c,v); k=c[0]; L=items(j)
    ok={"status":lambda:st==c[1],"ids":lambda:L==c[1],"has":lambda:L is not None and c[1] in L,"hasnot":lambda:L is not None and c[1] not in L,
        "eq":lambda:dig(j,c[1])==c[2],"header":lambda:c[1].lower() in h,"suffix_not":lambda:isinstance(dig(j,c[1]),str) and not dig(j,c[1]).endswith(c[2])}[k]()
    return [] if ok else [f"{c} st={st} {json.dumps(j,ensure_ascii=False)[:200]}"]
def show(steps,srv):
    v={}; bad=[]
    def one(s):
        st,h,j=srv.call(s["m"],sub(s["p"],v),sub(s.get("q"),v),sub(s.get("b"),v),s.get("as"),s.get("raw"),s.get("h"))
        if st>=500: bad.append(f"{st} {j}")
        if s["m"]=="POST" and "save" in s:
            if st!=201: bad.append(f"setup failed {st} {j}")
            else:
                for n,f in s["save"].items(): v[n]=dig(j,f)
        for c in s.get("check",[]): bad.extend(check(c,st,h,j,v))
        return j
    for s in steps:
        if "parallel" in s:
            out=[None]*len(s["parallel"]); bar=threading.Barrier(len(out))
            def go(i,x): bar.wait(); out[i]=one(x)
            T=[threading.Thread(target=go,args=(i,x)) for i,x in enumerate(s["parallel"])]
            [t.start() for t in T]; [t.join() for t in T]
            for c in s["check"]:
                if c[0]=="distinct":
                    a=[dig(j,c[1]) for j in out]
                    if len(set(a))!=len(a): bad.append(f"not distinct {a}")
        else: one(s)
    return bad
def form(j):  # item -> flat lower-snake dict, whatever the variant
    if isinstance(j,dict) and "data" in j and set(j)<={"data","links","meta"}: j=j["data"]
    if isinstance(j,dict) and "attributes" in j: j={**j["attributes"],**j.get("relationships",{}),"id":j["id"]}
    if isinstance(j,dict) and isinstance(j.get("_embedded"),dict): j={**j,**j["_embedded"]}
    return {re.sub("[A-Z]",lambda m:"_"+m[0].lower(),k):x for k,x in j.items()}
def lst(j):
    if isinstance(j,dict) and "_embedded" in j: j=list(j["_embedded"].values())[0]
    if isinstance(j,dict) and "data" in j: j=j["data"]
    if isinstance(j,dict): j=next(j[k] for k in("events","venues","organizers","categories","tags") if k in j)
    return [int(x["id"]) for x in j]
def smoke(variant):
    s=Server(VARIANT=variant); bad=[]; n=0
    def e(cond,what):
        nonlocal n; n+=1
        if not cond: bad.append(what)
    def new(k,b,**kw):
        st,h,j=s.call("POST","/"+k,b=b,**kw); e(st in(200,201),f"create {k} {st} {j}"); return form(j)
    try:
        for l in(None,"nl","en","fr","de"):
            q={"ml_language":l} if l else None
            st,h,j=s.call("GET","",q={**(q or {}),"namespace":"vendor/events/v1","context":"view"}); e(st==200 and '"up"' in json.dumps(j),"index"); st,h,j=s.call("GET","/doc",q=q); e(st==200,"doc")
        e(s.call("GET","/doc",q={"ml_language":"es"})[0] in(400,422),"es")
        for l in("nl","de","fr"): e(s.call("GET",f"/{l}{NS}/events",abs_=True)[0]==200,"path language")
        full={"venues":{"venue":"Hall","description":"d","status":"publish","show_map":"true","show_map_link":"false","address":"a 1","city":"Gent","country":"BE","province":"OV","state":"s","zip":"09000","phone":"+32","stateprovince":"OV","website":"https://example.org","image":"5","author":1,"date":"2030-01-01 10:00:00","date_utc":"2030-01-01 09:00:00"},
              "organizers":{"organizer":"Band","description":None,"status":None,"phone":None,"website":None,"email":"a@example.org","image":None,"author":None,"date":None,"date_utc":None},
              "categories":{"name":"Jazz","description":"d","slug":"jazz-x","parent":0},"tags":{"name":"Free","description":"d","slug":"free-x"}}
        ids={}
        for k,b in full.items(): o=new(k,b); ids[k]=int(o["id"]); ids[k+"s"]=o["slug"]
        ev={"title":"Concert","start_date":"2030-05-10 10:00:00","end_date":"2030-05-10 12:00:00","author":1,"date":"2030-01-01 10:00:00","description":"Loud","slug":"con","excerpt":"x","status":"publish","timezone":"Europe/Brussels","all_day":False,"image":"https://example.org/i.png","cost":12.5,"website":None,"show_map":True,"show_map_link":False,"hide_from_listings":False,"sticky":True,"featured":True,"categories":[ids["categories"]],"tags":[ids["tags"]],"venue":[ids["venues"]],"organizer":[ids["organizers"]]}
        o=new("events",ev); a=int(o["id"]); o2=new("events",{"title":"Zweites Fest","start_date":"2030-05-11 10:00:00","end_date":"2030-05-11 12:00:00"},q={"ml_language":"de"}); b=int(o2["id"])
        L=lambda k,**q:(lambda r:lst(r[2]) if r[0]==200 else r)(s.call("GET","/"+k,q=q))
        e(set(L("events"))>={a,b},f"list {L('events')}"); c,t,v,g=ids["categories"],ids["tags"],ids["venues"],ids["organizers"]
        for q in({"start_date":"2030-05-10 00:00:00"},{"end_date":"2030-05-10 00:00:00"},{"starts_before":"2030-05-10 23:00:00","strict_dates":"true"},{"ends_before":"2030-05-10 23:00:00","strict_dates":"1"},{"search":"loud"},{"search":"Concert"},{"categories":c},{"categories":"jazz-x"},{"tags":t},{"tags":"free-x,zz"},{"venue":v},{"organizer":g},{"featured":"true"},{"include":a},{"include":f"{a},99999"},{"starts_after":"2030-05-09","ends_before":"2030-05-10 20:00:00","strict_dates":"true"}):
            e(L("events",**q)==[a],f"events {q} {L('events',**q)}")
        for q in({"starts_after":"2030-05-11"},{"ends_after":"2030-05-11"},{"featured":"false"},{"search":"fest"}): e(L("events",**q)==[b],f"events {q} {L('events',**q)}")
        for q in({"status":"draft"},{"post_parent":99},{"ticketed":"true"},{"geoloc":"true"},{"geoloc_lat":1.5,"geoloc_lng":2}): e(L("events",**q)==[],f"events {q} {L('events',**q)}")
        p1,p2=L("events",per_page=1,page=1),L("events",per_page=1,page=2); e(len(p1)==len(p2)==1 and p1!=p2,"paging")
        for q in({"per_page":"x"},{"page":"0"},{"start_date":"soon"},{"featured":"maybe"},{"geoloc_lng":"3"},{"ml_language":"it"}): e(s.call("GET","/events",q=q)[0] in(400,422),f"invalid {q}")
        for k,i in(("venues",v),("organizers",g)):
            x=new(k,{"venue" if k=="venues" else "organizer":"Other place"}); xi=int(x["id"])
            e(set(L(k))=={i,xi},f"list {k}"); e(L(k,search="other")==[xi],"search"); e(L(k,event=a)==[i],"event"); e(L(k,has_events="true")==[i],"has_events"); e(L(k,only_with_upcoming="true")==[i],"upcoming"); e(L(k,status="draft")==[],"status"); e(len(L(k,per_page=1,page=2))==1,"page 2")
        e(L("venues",search="09000")==[v],"custom field")
        for k,i in(("categories",c),("tags",t)):
            x=int(new(k,{"name":"Unused"})["id"]); e(L(k)==[i],"hide_empty"); e(set(L(k,hide_empty="0"))=={i,x},"all"); e(L(k,hide_empty="false",search="unus")==[x],"search")
            e(L(k,hide_empty=0,exclude=i)==[x],"exclude"); e(L(k,include=i)==[i],"include"); e(L(k,post=a)==[i] and L(k,event=a)==[i],"post"); e(L(k,slug=ids[k+"s"])==[i],"slug"); e(L(k,hide_empty=0,order="desc",orderby="name")==[x,i],"order")
        x=int(new("categories",{"name":"Child","parent":c})["id"]); e(L("categories",parent=c,hide_empty=0)==[x],"parent")
        for k,i,f in(("events",a,"title"),("venues",v,"venue"),("organizers",g,"organizer"),("categories",c,"name"),("tags",t,"name")):
            addr=[f"/{k}/{i}"]; 
            if k not in("categories","tags"): addr.append(f"/{k}/by-slug/"+(o["slug"] if k=="events" else ids[k+"s"]))
            for ad in addr:
                st,h,j=s.call("GET",ad,q={"ml_language":"en"}); e(st==200 and int(form(j)["id"])==i,f"get {ad} {st}"); e(s.call("HEAD",ad)[0]==200,"head")
                for m in("POST","PUT","PATCH"):
                    st,h,j=s.call(m,ad,b={f:m+" name","description":m}); e(st==200,f"{m} {ad} {st} {j}"); st,h,j=s.call("GET",ad); fj=form(j); e((fj.get(f) or fj.get("name") or fj.get("title"))==m+" name" and fj["description"]==m,f"{m} kept {ad} {fj}")
                st,h,j=s.call("PATCH",ad,b={"description":"nur de"},q={"ml_language":"fr"}); st,h,j=s.call("GET",ad,q={"ml_language":"fr"}); e(form(j)["description"]=="nur de","language")
                e(s.call("PATCH",ad,raw="{nope")[0]==400,"malformed"); st,h,j=s.call("TRACE",ad); e(st==405 and "allow" in h,"405")
            e(s.call("POST","/"+k,b={"description":"x"})[0] in(400,422),"required"); e(s.call("PUT","/"+k,b={})[0]==405,"405"); e(s.call("GET",f"/{k}/999999")[0]==404,"404"); e(s.call("GET",f"/{k}/none")[0]==404,"404")
        pe=int(new("events",{**ev,"slug":"pw","password":"pw"})["id"]); e(s.call("GET",f"/events/{pe}",q={"password":"pw"})[0]==200,"password"); e(s.call("GET",f"/events/{pe}",q={"password":"no"})[0]==403,"wrong password"); e(s.call("PATCH",f"/events/{pe}",b={"password":"pw","cost":"3"})[0]==200,"pw patch"); e(s.call("DELETE",f"/events/{pe}",q={"password":"pw"})[0] in(200,204),"pw delete")
        y=form(s.call("POST","/events",b={**ev,"slug":"by"})[2]); e(s.call("DELETE","/events/by-slug/"+y["slug"])[0] in(200,204),"del by slug"); e(s.call("GET","/events/by-slug/"+y["slug"])[0]==404,"gone")
        y=new("venues",{"venue":"Tmp"}); e(s.call("DELETE","/venues/by-slug/"+y["slug"])[0] in(200,204),"del"); y=new("organizers",{"organizer":"Tmp"}); e(s.call("DELETE","/organizers/by-slug/"+y["slug"])[0] in(200,204),"del")
        for k,i in(("venues",v),("organizers",g),("categories",c),("tags",t),("events",a)):
            e(s.call("DELETE",f"/{k}/{i}")[0] in(200,204),f"delete {k}"); e(s.call("GET",f"/{k}/{i}")[0] in(404,410),"gone"); e(s.call("DELETE",f"/{k}/{i}")[0] in(404,410),"twice")
            if k!="events": e(s.call("GET",f"/events/{a}")[0]==200,"event stays")
        t0=time.time(); [s.call("GET","/events") for _ in range(50)]; ms=(time.time()-t0)*20
        errs=[]
        def hammer(i):
            for n_ in range(10):
                st,h,j=s.call("POST","/tags",b={"name":f"T{i}-{n_}"}); ii=form(j)["id"]
                if form(s.call("GET",f"/tags/{ii}")[2])["name"]!=f"T{i}-{n_}": errs.append(i)
        T=[threading.Thread(target=hammer,args=(i,)) for i in range(10)]; [x.start() for x in T]; [x.join() for x in T]; e(not errs,"parallel")
    finally: s.stop()
    return n,bad,ms
def users():
    s=Server(USERS="1"); bad=[]
    def e(c,w):
        if not c: bad.append(w)
    ev={"title":"E","start_date":"2030-05-10 10:00:00","end_date":"2030-05-10 12:00:00"}
    st,h,j=s.call("POST","/events",b=ev); e(st==401 and "www-authenticate" in h,"anon")
    e(s.call("POST","/events",b=ev,as_="reader")[0]==403,"reader"); e(s.call("GET","/events",as_="nobody")[0]==401,"wrong")
    a=s.call("POST","/events",b={**ev,"status":"draft"},as_="author")[2]["id"]; d=s.call("POST","/events",b={**ev,"status":"draft"},as_="editor")[2]["id"]
    for who,own,other in((None,404,404),("reader",404,404),("author",200,404),("editor",200,200)):
        e(s.call("GET",f"/events/{a}",as_=who)[0]==own,f"{who} a"); e(s.call("GET",f"/events/{d}",as_=who)[0]==other,f"{who} d")
    e(items(s.call("GET","/events",q={"status":"draft"},as_="author")[2])==[a],"author list"); e(items(s.call("GET","/events",q={"status":"draft"})[2])==[],"anon list"); e(items(s.call("GET","/events",q={"status":"draft"},as_="editor")[2])==[a,d],"editor list")
    p=s.call("POST","/events",b=ev,as_="editor")[2]["id"]; e(s.call("PATCH",f"/events/{p}",b={"cost":1},as_="author")[0]==403,"foreign"); e(s.call("DELETE",f"/events/{p}")[0]==401,"anon del"); e(s.call("PATCH",f"/events/{a}",b={"author":1},as_="author")[0]==403,"author field")
    e(s.call("PATCH",f"/events/{a}",b={"cost":1},as_="author")[0]==200,"own"); e(s.call("DELETE",f"/events/{a}",as_="author")[0]==200,"own del"); e(s.call("GET",f"/events/{p}")[0]==200,"public")
    s.stop(); return bad
if __name__=="__main__":
    subprocess.run(["bash","-c","g++ -v >/dev/null 2>&1"]); Server().stop()
    B=json.load(open("bugs.json")); shown=0; only=sys.argv[1:]
    src=open("server.cpp").read(); assert len({b["id"] for b in B})==60; assert set(re.findall(r'[^a-z]B\("([a-z0-9-]+)"\)',src))=={b["id"] for b in B},set(re.findall(r'[^a-z]B\("([a-z0-9-]+)"\)',src))^{b["id"] for b in B}
    for b in B:
        if only and b["id"] not in only: continue
        env={"USERS":"1"} if b.get("users") else {}
        s=Server(**env); h=show(b["show"],s); s.stop(); s=Server(BUG=b["id"],**env); f=show(b["show"],s); s.stop()
        if not h and f and not any("setup" in x or x.startswith("5") for x in f): shown+=1
        else: print("NOT SHOWN",b["id"],"honest:",h,"bug:",f)
    print(f"bugs shown: {shown} of {len(B)}")
    if not only:
        for v in [""]+[x["id"] for x in json.load(open("variants.json"))]:
            try: n,bad,ms=smoke(v); print(f"smoke {v or 'honest'}: {n-len(bad)}/{n} ({ms:.1f} ms per list)",*bad[:8],sep="\n   " if bad else " ")
            except Exception as x: import traceback; traceback.print_exc(); print("smoke",v,"broke",x)
        print("users:",users() or "all well")
