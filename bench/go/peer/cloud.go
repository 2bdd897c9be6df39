package main

import (
	"context"
	"fmt"

	"github.com/awslabs/operatorpkg/status"

	"sigs.k8s.io/karpenter/kwok/apis/v1alpha1"
	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
)

// frozenCloud offers the workload's catalogue to every NodePool. Nothing is launched in a benchmark.
type frozenCloud struct {
	types []*cloudprovider.InstanceType
}

func (c *frozenCloud) Create(context.Context, *v1.NodeClaim) (*v1.NodeClaim, error) {
	return nil, fmt.Errorf("the peer launches nothing")
}

func (c *frozenCloud) Delete(context.Context, *v1.NodeClaim) error {
	return fmt.Errorf("the peer deletes nothing")
}

func (c *frozenCloud) Get(_ context.Context, id string) (*v1.NodeClaim, error) {
	return nil, cloudprovider.NewNodeClaimNotFoundError(fmt.Errorf("provider id %q", id))
}

func (c *frozenCloud) List(context.Context) ([]*v1.NodeClaim, error) { return nil, nil }

func (c *frozenCloud) GetInstanceTypes(context.Context, *v1.NodePool) ([]*cloudprovider.InstanceType, error) {
	return c.types, nil
}

func (c *frozenCloud) IsDrifted(context.Context, *v1.NodeClaim) (cloudprovider.DriftReason, error) {
	return "", nil
}

func (c *frozenCloud) RepairPolicies() []cloudprovider.RepairPolicy { return nil }

func (c *frozenCloud) Name() string { return "frozen" }

// GetSupportedNodeClasses names the class of all generated NodePools; without it upstream would take none of
// them for its own when it looks for nodes to disrupt.
func (c *frozenCloud) GetSupportedNodeClasses() []status.Object {
	return []status.Object{&v1alpha1.KWOKNodeClass{}}
}
