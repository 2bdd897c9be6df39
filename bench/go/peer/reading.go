package main

import "time"

// readingAnswer says what decoding a workload's files into upstream's typed objects took. In a cluster built-in
// objects come as protobuf, which is faster to decode; here both sides read the same JSON.
type readingAnswer struct {
	Seconds float64 `json:"seconds"`
}

// timedLoad is loadWorkload with the time it took.
func timedLoad(dir string) (*workload, readingAnswer, error) {
	began := time.Now()
	w, err := loadWorkload(dir)
	return w, readingAnswer{Seconds: time.Since(began).Seconds()}, err
}
