package main

import "os"

// Switches read from the environment once.
var (
	bugID     = os.Getenv("BUG")
	variantID = os.Getenv("VARIANT")
	usersOn   = os.Getenv("USERS") == "1"
)

func bug(id string) bool     { return bugID == id }
func variant(id string) bool { return variantID == id }
