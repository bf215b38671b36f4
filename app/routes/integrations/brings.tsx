import { Badge } from '#app/ui/kit/badge.tsx'

type Brought = 'purchase' | 'signup' | 'review' | 'product'

const broughtLabels: Record<Brought, string> = {
  purchase: 'Purchases',
  signup: 'Sign-ups',
  review: 'Reviews',
  product: 'Products and stock',
}

/** Which data arrives. */
export const Brings = ({ brings }: { brings: readonly Brought[] }) => (
  <ul className="row gap-6 plain-list mt-8 mb-12" aria-label="What it brings">
    {brings.map((one) => (
      <li key={one}>
        <Badge>{broughtLabels[one]}</Badge>
      </li>
    ))}
  </ul>
)
