import { useState } from 'react'
import { methodMessages } from '../../../../shared/delivery/method-messages.ts'
import { formatList } from '../../../../shared/kernel/locale.ts'
import { adminSellerMessages } from '../../../../shared/sellers/admin-messages.ts'
import { APPROVAL_STATES, SELLER_REQUIREMENTS, type SellerRequirement } from '../../../../shared/sellers/constants.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { factMessages } from '../../../../shared/sellers/messages.ts'
import type { AdminSeller, ApprovalSettings } from '../../../../shared/sellers/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Checkbox, optionsFor } from '../../../ui/form/fields.tsx'
import { useDetails } from '../../../ui/list/detail-panel.tsx'
import { FilterFields, FilterSelect, ListSearch } from '../../../ui/list/filter-fields.tsx'
import { listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import type { Column } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { LocalDate, TwoLines } from '../../../ui/values.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { useConflict } from '../../market/conflict-note.tsx'
import { decisionsOf, useDecisions } from './decisions.tsx'
import { ApprovalState, kindText, SellerPanel } from './seller-panel.tsx'
import { sellersApi } from './sellers-api.ts'

const COLUMNS: readonly Column<AdminSeller>[] = [
  {
    text: adminSellerMessages.seller,
    cell: ({ name, email }) => <TwoLines first={name} second={email} />,
  },
  { text: adminSellerMessages.kind, cell: ({ facts }) => kindText(facts), inCard: 'unnamed' },
  {
    text: adminSellerMessages.asked,
    cell: ({ asked_at }) => asked_at && <LocalDate at={asked_at} />,
    isShort: true,
    from: 'xl',
  },
  { text: adminSellerMessages.state, cell: (seller) => <ApprovalState seller={seller} />, inCard: 'unnamed' },
]

const STATE_OPTIONS = optionsFor(adminSellerMessages.anyState, APPROVAL_STATES, factMessages.states)

const DELIVERY_OPTIONS = [
  { value: '', text: adminSellerMessages.anyDelivery },
  { value: 'none', text: adminSellerMessages.withoutMethod },
]

/** All sellers, those who ask for approval first; `?seller=` is the id of the one shown beside or below the list. */
export function AdminSellersPage() {
  const address = useListAddress('/admin/users/sellers', [], ['state', 'delivery'])
  const details = useDetails(address, 'seller')
  const result = sellersApi.useGetAdminSellersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  const { data: settings, error: settingsError, refetch } = sellersApi.useGetApprovalSettingsQuery()
  const decisions = useDecisions()
  const [editing, setEditing] = useState(false)
  const isOn = settings?.seller_approval === true
  return (
    <ListPage
      title={adminSellerMessages.sellers}
      aside={
        <Button variant="secondary" size="small" disabled={!settings} onClick={() => setEditing(true)}>
          {adminSellerMessages.settings}
        </Button>
      }
    >
      <FailureNote
        text={settingsError && !settings ? adminSellerMessages.settingsFailed : null}
        onRetry={refetch}
        className="mb-4"
      />
      <div className="flex flex-wrap items-end gap-3">
        <ListSearch placeholder={adminSellerMessages.search} address={address} />
        <FilterFields address={address}>
          <FilterSelect
            label={adminSellerMessages.stateOf}
            labelHidden
            name="state"
            address={address}
            options={STATE_OPTIONS}
          />
          <FilterSelect
            label={adminSellerMessages.deliveryOf}
            labelHidden
            name="delivery"
            address={address}
            options={DELIVERY_OPTIONS}
          />
        </FilterFields>
      </div>
      <PagedList
        hasDays
        label={adminSellerMessages.sellers}
        address={address}
        result={result}
        rowsOf={({ sellers }) => sellers}
        keyOf={({ seller_id }) => seller_id}
        columns={COLUMNS}
        details={details}
        panel={(id) => <SellerPanel sellerId={id} details={details} decisions={isOn && decisions} />}
        menu={(seller) => (
          <RowMenu name={seller.name}>
            <MenuItem onSelect={() => details.open(seller.seller_id)}>{adminSellerMessages.details}</MenuItem>
            {isOn &&
              decisionsOf(seller).map((decision) => (
                <MenuItem key={decision} onSelect={() => decisions.decide(seller, decision)}>
                  {adminSellerMessages[decision]}
                </MenuItem>
              ))}
          </RowMenu>
        )}
        failureOf={({ seller_id }) => decisions.failureOf(seller_id === details.shown ? '' : seller_id)}
        texts={adminSellerMessages}
        failure={() => adminSellerMessages.sellersFailed}
        nothingYet={{ title: adminSellerMessages.nothingFound, text: adminSellerMessages.nothingYetText }}
      />
      {decisions.dialog}
      {editing && settings && <ApprovalSettingsDialog settings={settings} onClose={() => setEditing(false)} />}
    </ListPage>
  )
}

function ApprovalSettingsDialog({ settings, onClose }: { settings: ApprovalSettings; onClose: () => void }) {
  const [save] = sellersApi.useSaveApprovalSettingsMutation()
  const [isOn, setIsOn] = useState(settings.seller_approval)
  const [required, setRequired] = useState(settings.requirements)

  const toggle = (one: SellerRequirement, isRequired: boolean) =>
    setRequired(SELLER_REQUIREMENTS.filter((each) => (each === one ? isRequired : required.includes(each))))

  const { revision, conflict } = useConflict({
    row: settings,
    valuesOf: approvalTexts,
    mine: approvalTexts({ seller_approval: isOn, requirements: required }),
    load(newest) {
      setIsOn(newest.seller_approval)
      setRequired(newest.requirements)
    },
    labels: { on: adminSellerMessages.settings, requirements: adminSellerMessages.requirements },
  })
  return (
    <ActionDialog
      title={adminSellerMessages.settings}
      text={adminSellerMessages.onHint}
      confirm={adminSellerMessages.save}
      refusals={shopErrors}
      success={adminSellerMessages.saved}
      conflict={conflict}
      onSubmit={() => save({ seller_approval: isOn, requirements: required, revision })}
      onClose={onClose}
    >
      <Checkbox checked={isOn} onChange={setIsOn}>
        {adminSellerMessages.on}
      </Checkbox>
      <fieldset className="grid gap-1" disabled={!isOn}>
        <legend className="mb-1.5 text-sm font-medium">{adminSellerMessages.requirements}</legend>
        {SELLER_REQUIREMENTS.map((one) => (
          <Checkbox key={one} checked={required.includes(one)} onChange={(isRequired) => toggle(one, isRequired)}>
            {factMessages.names[one]}
          </Checkbox>
        ))}
      </fieldset>
    </ActionDialog>
  )
}

function approvalTexts({ seller_approval, requirements }: Omit<ApprovalSettings, 'revision'>) {
  return {
    on: seller_approval ? methodMessages.on : methodMessages.off,
    requirements: formatList(requirements.map((one) => factMessages.names[one])),
  }
}
