import type { ListedCategory } from '#app/presenters/integrations/listed.ts'

type ServiceMarkProps = { service: string; category: ListedCategory; isLarge?: boolean }

/** A tile with the service's initials: the services' own logos are theirs. */
export const ServiceMark = ({ service, category, isLarge = false }: ServiceMarkProps) => (
  <span
    className={`service-mark service-mark--${category}${isLarge ? ' service-mark--large' : ''}`}
    aria-hidden
  >
    {initialsOf(service)}
  </span>
)

/** "Google Shopping" is GS, "BigCommerce" BC, "Etsy" Et. */
export function initialsOf(service: string): string {
  const capitals = service.match(/\p{Lu}/gu) ?? []
  const isAbbreviation = /^\p{Lu}{2,}/u.test(service)
  if (capitals.length >= 2 && !isAbbreviation) return capitals.slice(0, 2).join('')
  return service.slice(0, 2)
}
