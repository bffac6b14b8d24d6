package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
)

func newApp() *App {
	a := &App{svc: &Service{db: newDB(), cache: &Cache{entries: map[string]*Response{}}}}
	IndexHandlers{&a.router}.Register(&a.router)
	EventHandlers{a.svc}.Register(&a.router)
	PlaceHandlers{a.svc, kindVenue, "venue", []string{"venue", "description", "address", "city", "country", "province",
		"state", "zip", "phone", "stateprovince", "website"}}.Register(&a.router)
	PlaceHandlers{a.svc, kindOrganizer, "organizer", []string{"organizer", "description", "phone", "website", "email"}}.Register(&a.router)
	TermHandlers{a.svc, kindCategory}.Register(&a.router)
	TermHandlers{a.svc, kindTag}.Register(&a.router)
	return a
}

func main() {
	ln, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("listening")
	if err := http.Serve(ln, newApp()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
