"""Words that end in a full stop which ends no sentence, and months, which follow the full stop of a day."""

ABBREVIATIONS = frozenset(
    # English
    "adj adm al apr approx aug av ave bd bldg blvd bros ca capt cf ch cmdr co col corp ct dec dept dr ed eds "
    "eg esp esq est etc ext feat feb fig figs fl fr ft gen gov govt hon hr ie inc jan jr jul jun lib lt ltd "
    "maj mar max messrs min misc mr mrs ms mt no nos nov oct op para pl pp prof pt rd ref refs rep resp ret "
    "rev sec sen sept seq sgt sp spp sr st supp supt tel trans univ viz vol vols vs "
    # German
    "abb abs abschn anm art aufl bearb begr bes bspw bzgl bzw dez dgl dipl dt engl evtl exkl frl gegr geb gest "
    "ggf ggfs hg hrsg hrn inkl ing jg jh jhd kap lat med mio mrd mwst nr okt phil rer nat sog str tab tgl usf "
    "verl vgl vorm wg zit ztr zz zzgl "
    # French, Spanish, Portuguese, Italian
    "chap env éd janv févr juill mgr mlle mme mmes pdt ste cap dña dra ee exc gral ilmo lic núm pág págs prov "
    "sra sras sres srta ud uds vd vds avda apdo exmo sto dott egr sig sigg avv pag "
    # Dutch, Polish, Czech, Scandinavian
    "blz dhr drs incl mevr mw zgn godz inż np ok pkt rys tj tys ul zob atd např odst bl dvs eks kl mfl osv pga "
    # Russian, Ukrainian, Greek
    "акад вв вып гг гл гр им кв коп млн млрд напр обл пл пос просп проф пр рис руб св сек см ст стр табл тел "
    "тыс ул чел κ κα κλπ αρ σελ".split()
)
"""In lower case; what has further stops inside (u.s, z.b) nupunkt knows."""

MONTHS = (
    "jan feb mär apr mai jun jul aug sep okt nov dez oct dec may januar jänner februar märz april juni juli "
    "august september oktober november dezember january february march june july october december januari "
    "februari maart mei augustus janvier février mars avril juin juillet août septembre octobre novembre "
    "décembre stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada "
    "grudnia ledna února března dubna května června července srpna září října listopadu prosince tammikuuta "
    "helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta "
    "marraskuuta joulukuuta marts desember maj".split()
)
