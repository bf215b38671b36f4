/** Which organization and which of its sites the screens are about, and the way to another. */
import { Link, useFetcher, useLocation, useMatches } from '@remix-run/react'
import { CheckIcon, SelectIcon } from '@shopify/polaris-icons'
import { useId, type ReactNode } from 'react'
import { Disclosure } from '#app/ui/disclosure.tsx'
import type { ShellFacts } from './shell-facts.ts'

export function Switcher({ teams, sites }: Pick<ShellFacts, 'teams' | 'sites'>) {
  const fetcher = useFetcher()
  const to = useWayBack()
  const team = teams.find(({ isCurrent }) => isCurrent)
  const site = sites.find(({ isCurrent }) => isCurrent)
  if (!team) return null

  return (
    <Disclosure
      className="shell-switcher"
      button={
        <>
          <span className="shell-switcher__names">
            <span className="visually-hidden">Current site: </span>
            <span className="shell-switcher__site">{site?.name ?? 'No site yet'}</span>
            <span className="visually-hidden">, organization: </span>
            <span className="shell-switcher__team">{team.name}</span>
          </span>
          <SelectIcon aria-hidden className="shell-switcher__arrow" />
        </>
      }
    >
      <fetcher.Form method="post" action="/settings/current">
        <input type="hidden" name="to" value={to} />
        {sites.length > 0 && (
          <Choices title={`Sites of ${team.name}`}>
            {sites.map(({ uuid, name, host, isCurrent }) => (
              <Choice key={uuid} field={['site', uuid]} {...{ name, isCurrent }}>
                {host !== name && host}
              </Choice>
            ))}
          </Choices>
        )}
        <Choices title="Organizations">
          {teams.map(({ id, name, isCurrent }) => (
            <Choice key={id} field={['team', String(id)]} {...{ name, isCurrent }} />
          ))}
        </Choices>
      </fetcher.Form>
      <Link to="/settings/teams" className="menu-entry shell-switcher__all">
        Manage organizations
      </Link>
    </Disclosure>
  )
}

/** The screen that is open, unless it is about one thing that the other site may not have. */
function useWayBack(): string {
  const { pathname, search } = useLocation()
  const params = useMatches().at(-1)?.params ?? {}
  return Object.keys(params).length > 0 ? '/' : pathname + search
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <>
      <p id={titleId} className="shell-switcher__title">
        {title}
      </p>
      <ul aria-labelledby={titleId} className="shell-switcher__choices">
        {children}
      </ul>
    </>
  )
}

type ChoiceProps = {
  /** Name and value that are posted. */
  field: [string, string]
  name: string
  isCurrent: boolean
  children?: ReactNode
}

function Choice({ field: [field, value], name, isCurrent, children }: ChoiceProps) {
  return (
    <li>
      <button
        type="submit"
        name={field}
        value={value}
        className="menu-entry shell-switcher__choice"
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="shell-switcher__names">
          <span className="shell-switcher__name">{name}</span>
          {children && <span className="shell-switcher__detail">{children}</span>}
        </span>
        {isCurrent && <CheckIcon aria-hidden />}
      </button>
    </li>
  )
}
