import { Banner as PolarisBanner, type BannerProps as PolarisBannerProps } from '@shopify/polaris'
import type { ReactNode } from 'react'

type BannerProps = Pick<PolarisBannerProps, 'action' | 'children' | 'title' | 'tone'>

/** A message that concerns the whole screen or panel that it is in. */
export const Banner: (props: BannerProps) => ReactNode = PolarisBanner
