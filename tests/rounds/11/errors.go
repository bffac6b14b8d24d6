package main

import "net/http"

type apiError struct {
	Status  int               `json:"status"`
	Code    string            `json:"code"`
	Message string            `json:"message"`
	Fields  map[string]string `json:"fields,omitempty"`
	allow   string
}

func (e *apiError) Error() string { return e.Code + ": " + e.Message }

func errNotFound(what string) error {
	return &apiError{Status: http.StatusNotFound, Code: "not_found", Message: "No such " + what + "."}
}

func errField(field, msg string) error {
	return &apiError{Status: http.StatusBadRequest, Code: "invalid_parameter", Message: "Invalid parameter: " + field + ".",
		Fields: map[string]string{field: msg}}
}

func errMissing(field string) error {
	return &apiError{Status: http.StatusBadRequest, Code: "missing_parameter", Message: "Missing parameter: " + field + ".",
		Fields: map[string]string{field: "required"}}
}

func errStatus(status int, code, msg string) error {
	return &apiError{Status: status, Code: code, Message: msg}
}
