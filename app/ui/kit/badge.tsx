import { Badge as PolarisBadge, type BadgeProps as PolarisBadgeProps } from '@shopify/polaris'
import type { ReactNode } from 'react'

type BadgeProps = Pick<PolarisBadgeProps, 'children' | 'tone'>

/** The state of a thing, in a word or two. */
export const Badge: (props: BadgeProps) => ReactNode = PolarisBadge
