package main

import (
	"net/http"
	"strings"
)

type User struct {
	ID       int64
	Name     string
	Password string
}

const (
	editorID = 1
	authorID = 2
	readerID = 3
)

var accounts = []User{
	{editorID, "editor", "editor"},
	{authorID, "author", "author"},
	{readerID, "reader", "reader"},
}

// Ctx is one request on its way through the middleware.
type Ctx struct {
	r       *http.Request
	method  string
	path    string // below the namespace, decoded, without the language segment
	segment string // language of the address, or empty
	param   string // language of the parameter, or empty
	lang    string
	user    *User
	in      *Input
	id      int64
	slug    string
	route   *route
	leak    bool // visibility left out (a switched fault)
}

type Response struct {
	Status int
	Body   any
	Header map[string]string
}

type Handler func(*Ctx) (*Response, error)

func (c *Ctx) account() string {
	if c.user == nil {
		return ""
	}
	return c.user.Name
}

// seesAll: signed-in accounts read every record, anonymous the public ones.
func (c *Ctx) seesAll() bool { return !usersOn || c.user != nil || c.leak }

func (c *Ctx) isEditor() bool { return usersOn && c.user != nil && c.user.ID == editorID }

// mayWrite is the check before any write, whatever the record.
func (c *Ctx) mayWrite() error {
	if !usersOn {
		return nil
	}
	if c.user == nil {
		if bug("users-anon-creates-tag") && c.method == "POST" && c.path == "tags" {
			return nil
		}
		return errStatus(http.StatusUnauthorized, "unauthorized", "Sign in first.")
	}
	if c.user.ID == readerID {
		if bug("users-reader-deletes-by-slug") && c.method == "DELETE" && strings.HasPrefix(c.path, "organizers/by-slug/") {
			return nil
		}
		return errStatus(http.StatusForbidden, "forbidden", "This account may only read.")
	}
	return nil
}

// mayChange is the check of one record's owner.
func (c *Ctx) mayChange(owner int64) error {
	if err := c.mayWrite(); err != nil || !usersOn || c.user.ID == editorID {
		return err
	}
	if bug("users-author-puts-others") && c.method == "PUT" && strings.HasPrefix(c.path, "events/") {
		return nil
	}
	if c.user.ID == authorID && owner != authorID {
		return errStatus(http.StatusForbidden, "forbidden", "This record belongs to another account.")
	}
	return nil
}

func (c *Ctx) baseURL() string {
	u := "http://" + c.r.Host + "/"
	if c.segment != "" {
		u += c.segment + "/"
	}
	return u
}

const namespace = "vendor/events/v1"

func (c *Ctx) href(path string) string { return c.baseURL() + namespace + "/" + path }
