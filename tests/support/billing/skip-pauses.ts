type Library = { getInitialNetworkRetryDelay: () => number }

/** Stripe's library retries a failed call immediately. @returns ends it */
export function skipPauses({ prototype }: { prototype: object }): () => void {
  const library = prototype as Library
  const before = library.getInitialNetworkRetryDelay
  library.getInitialNetworkRetryDelay = () => 0.005
  return () => {
    library.getInitialNetworkRetryDelay = before
  }
}
