/** Links inside Polaris components, without full page loads for internal ones. */
import { Link } from '@remix-run/react'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'

type LinkProps = ComponentPropsWithoutRef<'a'> & { url: string; external?: boolean }

/** Polaris passes a ref to menu items and tooltips. */
export const PolarisLink = forwardRef<HTMLAnchorElement, LinkProps>(function PolarisLink(
  { url, external, ...rest },
  ref,
) {
  if (!external && url.startsWith('/')) return <Link {...rest} ref={ref} to={url} />
  return <a {...rest} ref={ref} href={url} target="_blank" rel="noopener noreferrer" />
})
