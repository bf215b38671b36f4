/** Shows the current organization and site, and switches to others. */
import { Link, useFetcher, useLocation, useMatches } from '@remix-run/react'
import { CheckIcon, SelectIcon } from '@shopify/polaris-icons'
import { useId, type ReactNode } from 'react'
import { mayDo } from '#app/domain/teams/roles.ts'
import { Disclosure } from './disclosure.tsx'
import { Avatar } from '#app/ui/image.tsx'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import type { ShellData } from '#app/platforms/shell-data.ts'

export function Switcher({ teams, sites }: Pick<ShellData, 'teams' | 'sites'>) {
  const fetcher = useFetcher()
  const to = useWayBack(sites)
  const team = teams.find(({ isCurrent }) => isCurrent)
  const site = sites.find(({ isCurrent }) => isCurrent)
  const mayAddSite = team !== undefined && mayDo(team.role, 'sites:manage')
  if (!team) return null

  return (
    <Disclosure
      className="shell-switcher"
      button={
        <>
          <Avatar source={(site ?? team).logo} name={(site ?? team).name} size={32} />
          <span className="shell-names">
            <span className="visually-hidden">Current site: </span>
            <span className="strong">{site?.name ?? 'No site selected'}</span>
            <span className="visually-hidden">, organization: </span>
            <span className="shell-detail">{team.name}</span>
          </span>
          <SelectIcon aria-hidden />
        </>
      }
    >
      {sites.length > 0 && (
        <Choices title={`Sites in ${team.name}`}>
          {sites.map(({ uuid, name, host, logo, isCurrent }) => (
            <Choice
              key={uuid}
              {...{ fetcher, name, logo, isCurrent }}
              field={['site', uuid]}
              to={to(uuid)}
            >
              {host !== name && host}
            </Choice>
          ))}
        </Choices>
      )}
      {mayAddSite && (
        <Link to="/sites/new" className="menu-entry shell-switcher__all">
          Add site
        </Link>
      )}
      <Choices title="Organizations">
        {teams.map(({ id, name, logo, isCurrent }) => (
          <Choice
            key={id}
            {...{ fetcher, name, logo, isCurrent }}
            field={['team', String(id)]}
            to={to(null)}
          />
        ))}
      </Choices>
      <Link to="/settings/teams" className="menu-entry shell-switcher__all">
        Manage organizations
      </Link>
    </Disclosure>
  )
}

/**
 * Path to the open screen for the other site. A screen about one thing, which the other site
 * doesn't have, is replaced by its list.
 */
function useWayBack(sites: ShellData['sites']): (uuid: string | null) => string {
  const { pathname, search } = useLocation()
  const params = Object.values(useMatches().at(-1)?.params ?? {})
  const [value] = params
  const current = sites.find(({ isCurrent }) => isCurrent)

  return (uuid) => {
    if (value === undefined) return pathname + search
    if (params.length === 1 && value === current?.uuid && uuid !== null) {
      return pathname.replace(value, uuid)
    }
    const above = pathname.slice(0, pathname.indexOf(`/${value}`))
    return isList(above) ? above : '/'
  }
}

/** Parent paths that are screens themselves. */
const isList = (path: string) =>
  ['/goals', '/popup-nudges', '/inline-nudges', '/data-feeds', '/settings/teams'].includes(path)

function Choices({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <>
      <p id={titleId} className="shell-heading">
        {title}
      </p>
      <ul aria-labelledby={titleId} className="plain-list">
        {children}
      </ul>
    </>
  )
}

type ChoiceProps = {
  fetcher: ReturnType<typeof useFetcher>
  /** The screen to return to. */
  to: string
  /** Name and value of the posted field. */
  field: [string, string]
  name: string
  logo: ImageSource | null
  isCurrent: boolean
  children?: ReactNode
}

function Choice(props: ChoiceProps) {
  const { fetcher, to, name, logo, isCurrent, children } = props
  const [field, value] = props.field
  return (
    <li>
      <fetcher.Form method="post" action="/settings/current">
        <input type="hidden" name="to" value={to} />
        <button
          type="submit"
          name={field}
          value={value}
          className="menu-entry shell-switcher__choice"
          aria-current={isCurrent ? 'true' : undefined}
        >
          <Avatar source={logo} name={name} size={32} />
          <span className="shell-names">
            <span>{name}</span>
            {children && <span className="shell-detail">{children}</span>}
          </span>
          {isCurrent && <CheckIcon aria-hidden />}
        </button>
      </fetcher.Form>
    </li>
  )
}
