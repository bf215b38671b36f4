/** Icons of the navigation's entries, apart from these: a shop's admin draws them without. */
import {
  ChartVerticalIcon,
  CodeIcon,
  ConnectIcon,
  DatabaseIcon,
  FlagIcon,
  HomeIcon,
  NotificationIcon,
  SendIcon,
  SettingsIcon,
  TeamIcon,
  TextBlockIcon,
} from '@shopify/polaris-icons'
import type { IconName } from './navigation-entries.ts'

export const navigationIcons = {
  code: CodeIcon,
  data: DatabaseIcon,
  goals: FlagIcon,
  home: HomeIcon,
  inline: TextBlockIcon,
  integrations: ConnectIcon,
  popup: NotificationIcon,
  push: SendIcon,
  settings: SettingsIcon,
  statistics: ChartVerticalIcon,
  team: TeamIcon,
} satisfies Record<IconName, typeof HomeIcon>
