import { useId, useState } from 'react'
import { MAX_EMAIL_LENGTH } from '../../../../shared/accounts/constants.ts'
import { accountFieldMessages } from '../../../../shared/accounts/form-messages.ts'
import { rightMessages } from '../../../../shared/accounts/right-messages.ts'
import { ADMIN_RIGHTS, type AdminRight, type Rights } from '../../../../shared/accounts/rights.ts'
import { staffErrors } from '../../../../shared/staff/errors.ts'
import { staffMessages } from '../../../../shared/staff/messages.ts'
import type { Invitation, Staff, StaffMember } from '../../../../shared/staff/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useCalls } from '../../../session/use-calls.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Checkbox } from '../../../ui/form/fields.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { FieldError } from '../../../ui/form/text-field.tsx'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { LocalDate, StateDot, TwoLines } from '../../../ui/values.tsx'
import { ActionDialog, DialogField, useProblemOf } from '../../fulfilment/action-dialog.tsx'
import { useConflict } from '../../market/conflict-note.tsx'
import { staffApi } from './staff-api.ts'

/** The admins with their rights, invitations, and whether admins must have a second factor; for owners. */
export function AdminStaffPage() {
  const result = staffApi.useGetStaffQuery(undefined, { refetchOnMountOrArgChange: true })
  const [invites, setInvites] = useState(false)
  return (
    <ListPage
      title={staffMessages.title}
      aside={
        <Button size="small" onClick={() => setInvites(true)}>
          {staffMessages.invite}
        </Button>
      }
    >
      <p className="mb-6 max-w-prose text-muted">{staffMessages.intro}</p>
      <Loaded result={result} failure={staffMessages.failed} skeleton="h-56">
        {(data) => (
          <div className="grid grid-cols-1 gap-10">
            <Members members={data.members} />
            {data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
            <SecondFactor {...data.second_factor} />
          </div>
        )}
      </Loaded>
      {invites && <RightsDialog onClose={() => setInvites(false)} />}
    </ListPage>
  )
}

const rightsText = (rights: Rights) =>
  rights === null ? staffMessages.owner : rights.map((right) => rightMessages.rights[right]).join(', ')

const MEMBER_COLUMNS: readonly Column<StaffMember>[] = [
  { text: staffMessages.name, namesRow: true, cell: (member) => <MemberName {...member} /> },
  { text: staffMessages.rights, cell: ({ rights }) => <span className="wrap-anywhere">{rightsText(rights)}</span> },
  {
    text: staffMessages.secondStep,
    isShort: true,
    cell: ({ has_second_factor }) => (
      <StateDot tone={has_second_factor ? 'good' : 'quiet'}>
        {has_second_factor ? staffMessages.secondStepOn : staffMessages.secondStepOff}
      </StateDot>
    ),
  },
  {
    text: staffMessages.lastSignIn,
    isShort: true,
    from: 'lg',
    cell: ({ last_sign_in_at: at }) => (at ? <LocalDate at={at} /> : staffMessages.never),
  },
]

function MemberName({ user_id, name, email, state }: StaffMember) {
  const isOwn = useSession().userId === user_id
  const marks = [isOwn && staffMessages.you, state === 'suspended' && staffMessages.suspended].filter(Boolean)
  return <TwoLines first={[name, ...marks].join(' · ')} second={email === name ? null : email} />
}

function Members({ members }: Pick<Staff, 'members'>) {
  const [changed, setChanged] = useState<StaffMember | null>(null)
  const [asked, setAsked] = useState<StaffMember | null>(null)
  const [endRights] = staffApi.useEndRightsMutation()
  const { call, noteAt } = useCalls(staffErrors)
  const end = ({ user_id }: StaffMember) =>
    call(user_id, () => endRights(user_id), { done: staffMessages.ended, failed: staffMessages.endFailed })
  return (
    <>
      <RowList
        label={staffMessages.title}
        rows={members}
        keyOf={({ user_id }) => user_id}
        columns={MEMBER_COLUMNS}
        menu={(member) => (
          <RowMenu name={member.name}>
            <MenuItem onSelect={() => setChanged(member)}>{staffMessages.changeRights}</MenuItem>
            <MenuItem onSelect={() => setAsked(member)}>{staffMessages.end}</MenuItem>
          </RowMenu>
        )}
        failureOf={({ user_id }) => noteAt(user_id)}
      />
      {changed && (
        <RightsDialog
          // As read again after a refusal.
          member={members.find(({ user_id }) => user_id === changed.user_id) ?? changed}
          onClose={() => setChanged(null)}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          title={staffMessages.endQuestion}
          text={staffMessages.endExplained({ name: asked.name })}
          confirm={staffMessages.end}
          onConfirm={() => {
            setAsked(null)
            void end(asked)
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}

const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  { text: staffMessages.email, namesRow: true, cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { text: staffMessages.rights, cell: ({ rights }) => <span className="wrap-anywhere">{rightsText(rights)}</span> },
  { text: staffMessages.invitedBy, from: 'lg', cell: ({ invited_by }) => invited_by },
  {
    text: staffMessages.expires,
    isShort: true,
    cell: ({ is_expired, expires_at }) => (is_expired ? staffMessages.expired : <LocalDate at={expires_at} precise />),
  },
]

function Invitations({ invitations }: Pick<Staff, 'invitations'>) {
  const [invite] = staffApi.useInviteStaffMutation()
  const [withdraw] = staffApi.useWithdrawInvitationMutation()
  const { call, noteAt } = useCalls(staffErrors)
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="display text-lg">{staffMessages.invitations}</h2>
      <RowList
        label={staffMessages.invitations}
        rows={invitations}
        keyOf={({ email }) => email}
        columns={INVITATION_COLUMNS}
        menu={({ invitation_id, email, rights }) => (
          <RowMenu name={email}>
            <MenuItem
              onSelect={() =>
                call(email, () => invite({ email, rights }), {
                  done: staffMessages.invited,
                  failed: staffMessages.sendFailed,
                })
              }
            >
              {staffMessages.sendAgain}
            </MenuItem>
            <MenuItem
              onSelect={() =>
                call(email, () => withdraw(invitation_id), {
                  done: staffMessages.withdrawn,
                  failed: staffMessages.withdrawFailed,
                })
              }
            >
              {staffMessages.withdraw}
            </MenuItem>
          </RowMenu>
        )}
        failureOf={({ email }) => noteAt(email)}
      />
    </section>
  )
}

function SecondFactor({ is_required, by_environment }: Staff['second_factor']) {
  const [requireIt, { isLoading }] = staffApi.useRequireSecondFactorMutation()
  const [failure, setFailure] = useState<string>()
  async function choose(isRequired: boolean) {
    if (isLoading) return
    setFailure(undefined)
    const { error } = await requireIt(isRequired)
    if (!error) return
    setFailure(staffMessages.factorFailed({ reason: failureText(error, staffErrors) }))
  }
  return (
    <section className="grid max-w-prose grid-cols-1 gap-2">
      <h2 className="display text-lg">{staffMessages.factorHeading}</h2>
      <p className="text-muted">{staffMessages.factorText}</p>
      <Checkbox checked={is_required} disabled={by_environment} onChange={choose}>
        {staffMessages.requireFactor}
      </Checkbox>
      {by_environment && <p className="text-sm text-muted">{staffMessages.byEnvironment}</p>}
      <FailureNote text={failure} />
    </section>
  )
}

const KINDS = [
  { value: 'staff', label: staffMessages.kindStaff },
  { value: 'owner', label: staffMessages.kindOwner },
] as const
type Kind = (typeof KINDS)[number]['value']
const kindOf = (member: StaffMember | undefined): Kind => (member?.rights === null ? 'owner' : 'staff')

function RightsDialog({ member, onClose }: { member?: StaffMember | undefined; onClose: () => void }) {
  const [invite] = staffApi.useInviteStaffMutation()
  const [change] = staffApi.useChangeRightsMutation()
  const [email, setEmail] = useState('')
  const [kind, setKind] = useState<Kind>(kindOf(member))
  const [chosen, setChosen] = useState<readonly AdminRight[]>(member?.rights ?? [])
  const rights = kind === 'owner' ? null : [...chosen]
  const { revision, conflict } = useConflict<{ rights: string }, StaffMember>({
    row: member,
    valuesOf: (newest) => ({ rights: rightsText(newest.rights) }),
    mine: { rights: rightsText(rights) },
    load(newest) {
      setKind(kindOf(newest))
      setChosen(newest.rights ?? [])
    },
    labels: staffMessages,
  })
  const texts = member
    ? { title: staffMessages.changeTitle({ name: member.name }), confirm: staffMessages.save }
    : { title: staffMessages.inviteTitle, text: staffMessages.inviteText(), confirm: staffMessages.sendInvitation }
  return (
    <ActionDialog
      {...texts}
      refusals={staffErrors}
      fieldOf={{ already_staff: 'email', account_suspended: 'email', invalid_request: 'email' }}
      check={() => ({
        email: member || email.includes('@') ? undefined : accountFieldMessages.emailMalformed,
        rights: rights?.length === 0 ? staffMessages.chooseOne : undefined,
      })}
      success={member ? staffMessages.saved : staffMessages.invited}
      conflict={conflict}
      onSubmit={() => (member ? change({ user_id: member.user_id, rights, revision }) : invite({ email, rights }))}
      onClose={onClose}
    >
      {!member && (
        <DialogField
          name="email"
          label={staffMessages.email}
          type="email"
          maxLength={MAX_EMAIL_LENGTH}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <RadioGroup legend={staffMessages.kind} name="kind" options={KINDS} value={kind} onChange={setKind} />
      {kind === 'staff' && <RightChoices chosen={chosen} onChange={setChosen} />}
    </ActionDialog>
  )
}

interface RightChoicesProps {
  chosen: readonly AdminRight[]
  onChange: (chosen: readonly AdminRight[]) => void
}

function RightChoices({ chosen, onChange }: RightChoicesProps) {
  const error = useProblemOf('rights')
  const id = useId()
  return (
    <fieldset className="grid gap-1" aria-describedby={error && id}>
      <legend className="mb-1.5 text-sm font-medium">{staffMessages.allowed}</legend>
      {ADMIN_RIGHTS.map((right) => (
        <Checkbox
          key={right}
          name="rights"
          aria-invalid={error ? true : undefined}
          checked={chosen.includes(right)}
          onChange={(isAllowed) =>
            onChange(ADMIN_RIGHTS.filter((one) => (one === right ? isAllowed : chosen.includes(one))))
          }
        >
          {rightMessages.rights[right]} <span className="text-sm text-muted">({staffMessages.about[right]})</span>
        </Checkbox>
      ))}
      <FieldError id={id} text={error} />
    </fieldset>
  )
}
