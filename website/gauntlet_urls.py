"""Addresses of gauntlets."""

from django.urls import path

from website.views.gauntlets import (
    gauntlet,
    gauntlet_change,
    gauntlet_copy,
    gauntlet_deletion,
    gauntlet_new,
    gauntlets,
)

GAUNTLETS = "matchups/gauntlets/"

urlpatterns = [
    path(GAUNTLETS, gauntlets, name="gauntlets"),
    path(f"{GAUNTLETS}new/", gauntlet_new, name="gauntlet-new"),
    path(f"{GAUNTLETS}<slug:slug>/", gauntlet, name="gauntlet"),
    path(f"{GAUNTLETS}<slug:slug>/change/", gauntlet_change, name="gauntlet-change"),
    path(f"{GAUNTLETS}<slug:slug>/copy/", gauntlet_copy, name="gauntlet-copy"),
    path(f"{GAUNTLETS}<slug:slug>/delete/", gauntlet_deletion, name="gauntlet-delete"),
]
