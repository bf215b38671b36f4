import { Banner as PolarisBanner, type BannerProps as PolarisBannerProps } from '@shopify/polaris'

type BannerProps = Pick<PolarisBannerProps, 'action' | 'children' | 'title' | 'tone'>

/** A message that concerns the whole screen or panel that it is in. */
export function Banner(props: BannerProps) {
  return <PolarisBanner {...props} />
}
