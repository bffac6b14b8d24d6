module calendar

go 1.21
