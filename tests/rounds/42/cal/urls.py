from django.urls import re_path

from . import views
from .core import NAMESPACE, bug

SITE = r"^(?:(?P<site_lang>nl|en|de|fr)/)?"
NS = SITE + NAMESPACE
COLLECTION = {"get": "list", "post": "create"}
ITEM = {"get": "retrieve", "post": "update", "put": "update", "patch": "update",
        "delete": "destroy"}

urlpatterns = [
    re_path(SITE + "$", views.Root.as_view()),
    re_path(NS + "/?$", views.Index.as_view()),
    re_path(NS + "/doc/?$", views.Documentation.as_view()),
]
for resource, by_slug in ((views.Events, True), (views.Venues, True), (views.Organizers, True),
                          (views.Categories, False), (views.Tags, False)):
    path = f"{NS}/{resource.serializer.plural}"
    urlpatterns += [re_path(path + "/?$", resource.as_view(COLLECTION)),
                    re_path(path + "/(?P<pk>[0-9]+)/?$", resource.as_view(ITEM))]
    if by_slug:
        slug = r"[\w-]+" if bug("slug-dot") and resource is views.Events else "[^/]+"
        urlpatterns.append(re_path(f"{path}/by-slug/(?P<slug>{slug})/?$", resource.as_view(ITEM)))

handler400 = "cal.http.bad_request"
handler404 = "cal.http.not_found"
handler500 = "cal.http.server_error"
