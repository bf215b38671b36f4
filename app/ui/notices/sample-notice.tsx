import { Badge } from '../kit/badge.tsx'

/** On every screen of an organization with simulated data, so that no figure of it is taken for a real one. */
export const SampleNotice = () => (
  <p className="mb-20">
    <Badge tone="info">Sample data</Badge> Visitors, orders and reviews here are simulated.
  </p>
)
