module eventsvc

go 1.26
