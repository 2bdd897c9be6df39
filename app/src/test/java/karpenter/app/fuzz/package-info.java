/// Generated and damaged input for every parser that reads what comes from outside.
package karpenter.app.fuzz;
