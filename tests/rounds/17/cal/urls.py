from django.urls import re_path

from . import views

ROOT = r'^(?:(?P<path_lang>nl|de|fr)/)?'
BASE = ROOT + r'vendor/events/v1'
POSTS = r'(?P<kind>events|venues|organizers)'
ALL = r'(?P<kind>events|venues|organizers|categories|tags)'

urlpatterns = [
    re_path(ROOT + r'\Z', views.root),
    re_path(BASE + r'/?\Z', views.index),
    re_path(BASE + r'/doc/?\Z', views.doc),
    re_path(BASE + '/' + ALL + r'/?\Z', views.collection),
    re_path(BASE + '/' + ALL + r'/(?P<pk>[0-9]+)/?\Z', views.item),
    re_path(BASE + '/' + POSTS + r'/by-slug/(?P<slug>[^/]+)/?\Z', views.item),
    re_path(r'', views.unknown),
]
