import { Badge as PolarisBadge, type BadgeProps as PolarisBadgeProps } from '@shopify/polaris'

type BadgeProps = Pick<PolarisBadgeProps, 'children' | 'tone'>

/** The state of a thing, in a word or two. */
export function Badge(props: BadgeProps) {
  return <PolarisBadge {...props} />
}
