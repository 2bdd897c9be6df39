/// What the simulated cloud sells: KWOK's default catalogue and catalogues read from files.
///
/// Entry points: [KwokCatalogue#standard] and [CatalogueReader#read]. Both yield a [Catalogue],
/// whose types the scheduler takes as they are. Reading never throws on bad content: what cannot be
/// understood is a [karpenter.api.Problem] and the rest of the file counts.
@NullMarked
package karpenter.provider.kwok.catalogue;

import org.jspecify.annotations.NullMarked;
